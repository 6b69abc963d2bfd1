// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import io.troupe.remoting.value.WireException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes the keys of frames, the payload last. Counterpart of {@link FrameFields}. One thread. */
final class FrameWriter {
    private final JsonGenerator out;
    private final JacksonValueWriter values;

    FrameWriter(JsonGenerator out, JacksonValueWriter values) {
        this.out = out;
        this.values = values;
    }

    /** Writes a frame and leaves nothing in the generator's buffer. */
    void write(Frame frame) throws IOException {
        out.writeStartObject();
        text(FieldKey.T, frame.type().text());
        if (frame instanceof Frame.Headed headed) {
            texts(FieldKey.H, headed.headers());
            fields(headed.call());
        } else {
            fields(frame);
        }
        out.writeEndObject();
        out.flush();
    }

    private void fields(Frame frame) throws IOException {
        switch (frame.type()) {
            case HELLO -> hello((Frame.Hello) frame);
            case TELL -> tell((Frame.Tell) frame);
            case CALL -> call((Frame.Call) frame);
            case REPLY -> reply((Frame.Reply) frame);
            case FAIL -> fail((Frame.Fail) frame);
            case CANCEL -> stream(((Frame.Cancel) frame).stream());
            case LIMIT -> limit((Frame.Limit) frame);
            case OPEN -> open((Frame.Open) frame);
            case ITEM -> item((Frame.Item) frame);
            case END -> end((Frame.End) frame);
            case REQUEST -> request((Frame.Request) frame);
            case GAP -> gap((Frame.Gap) frame);
            case UNDELIVERED -> undelivered((Frame.Undelivered) frame);
            case NAK -> nak((Frame.Nak) frame);
            case PING -> number(FieldKey.TOKEN, ((Frame.Ping) frame).token());
            case PONG -> number(FieldKey.TOKEN, ((Frame.Pong) frame).token());
            case WATCH -> watch((Frame.Watch) frame);
            case ENDED -> ended((Frame.Ended) frame);
            case RELEASE -> release((Frame.Release) frame);
            case NAMED -> named((Frame.Named) frame);
            case GOODBYE -> goodbye((Frame.Goodbye) frame);
            case GOAWAY -> goAway((Frame.GoAway) frame);
            case PAUSE -> pause((Frame.Pause) frame);
            case FRAGMENT -> fragment((Frame.Fragment) frame);
            case KEY -> keyNumber((Frame.KeyNumber) frame);
            case UNKNOWN -> throw new WireException("a frame to be sent must be of a known type: frame=" + frame);
        }
    }

    private void hello(Frame.Hello frame) throws IOException {
        if (frame.properties().isEmpty()) {
            return;
        }
        texts(FieldKey.PROPS, frame.properties());
    }

    private void texts(FieldKey key, Map<String, String> texts) throws IOException {
        out.writeFieldName(key.encoded());
        out.writeStartObject();
        for (Map.Entry<String, String> text : new TreeMap<>(texts).entrySet()) {
            out.writeStringField(text.getKey(), text.getValue());
        }
        out.writeEndObject();
    }

    private void tell(Frame.Tell frame) throws IOException {
        target(frame.to());
        text(FieldKey.M, frame.method());
        arguments(frame.arguments());
    }

    private void call(Frame.Call frame) throws IOException {
        stream(frame.stream());
        target(frame.to());
        text(FieldKey.M, frame.method());
        if (frame.nanos() != 0) {
            number(FieldKey.NS, frame.nanos());
        }
        arguments(frame.arguments());
    }

    private void reply(Frame.Reply frame) throws IOException {
        stream(frame.stream());
        value(frame.value());
    }

    private void fail(Frame.Fail frame) throws IOException {
        stream(frame.stream());
        failure(frame.failure());
    }

    private void limit(Frame.Limit frame) throws IOException {
        stream(frame.stream());
        number(FieldKey.NS, frame.nanos());
    }

    private void open(Frame.Open frame) throws IOException {
        stream(frame.stream());
        text(FieldKey.NAME, frame.name());
    }

    private void item(Frame.Item frame) throws IOException {
        stream(frame.stream());
        value(frame.value());
    }

    private void end(Frame.End frame) throws IOException {
        stream(frame.stream());
        Failure failure = frame.failure();
        if (failure != null) {
            failure(failure);
        }
    }

    private void request(Frame.Request frame) throws IOException {
        stream(frame.stream());
        number(FieldKey.N, frame.count());
    }

    private void gap(Frame.Gap frame) throws IOException {
        stream(frame.stream());
        number(FieldKey.N, frame.count());
    }

    private void undelivered(Frame.Undelivered frame) throws IOException {
        target(frame.to());
        text(FieldKey.M, frame.method());
        failure(frame.failure());
    }

    private void nak(Frame.Nak frame) throws IOException {
        text(FieldKey.SCOPE, frame.scope().name().toLowerCase(Locale.ROOT));
        number(FieldKey.ID, frame.id());
        number(FieldKey.LEVEL, frame.level());
        number(FieldKey.Q, frame.queued());
        number(FieldKey.CAP, frame.capacity());
        out.writeFieldName(FieldKey.RATE.encoded());
        out.writeNumber(Math.min(Double.MAX_VALUE, frame.drainRate())); // the other side wants a number
    }

    private void pause(Frame.Pause frame) throws IOException {
        text(FieldKey.SCOPE, frame.scope().name().toLowerCase(Locale.ROOT));
        number(FieldKey.ID, frame.id());
        number(FieldKey.N, frame.paused() ? 1 : 0);
    }

    private void fragment(Frame.Fragment frame) throws IOException {
        number(FieldKey.ID, frame.number());
        if (frame.size() > 0) {
            number(FieldKey.N, frame.size());
        }
        ByteBuffer bytes = frame.bytes();
        out.writeFieldName(FieldKey.B.encoded());
        out.writeBinary(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
    }

    private void goodbye(Frame.Goodbye frame) throws IOException {
        if (frame.last() >= 0) {
            stream(frame.last());
        }
        prose(FieldKey.REASON, frame.reason());
    }

    private void goAway(Frame.GoAway frame) throws IOException {
        stream(frame.last());
        prose(FieldKey.REASON, frame.reason());
        if (!frame.elsewhere().isEmpty()) {
            prose(FieldKey.ADDRESS, frame.elsewhere());
        }
    }

    private void watch(Frame.Watch frame) throws IOException {
        stream(frame.stream());
        target(frame.to());
    }

    private void ended(Frame.Ended frame) throws IOException {
        stream(frame.stream());
        text(FieldKey.ADDRESS, frame.address());
        prose(FieldKey.REASON, frame.reason());
    }

    private void release(Frame.Release frame) throws IOException {
        number(FieldKey.ID, frame.id());
        number(FieldKey.N, frame.count());
    }

    private void named(Frame.Named frame) throws IOException {
        text(FieldKey.NAME, frame.name());
        number(FieldKey.ID, frame.id());
    }

    private void keyNumber(Frame.KeyNumber frame) throws IOException {
        number(FieldKey.ID, frame.number());
        if (!frame.typeName().isEmpty()) {
            text(FieldKey.NAME, frame.typeName());
            text(FieldKey.KEY, frame.key());
        }
    }

    private void arguments(Payload payload) throws IOException {
        Payload.Outgoing outgoing = outgoing(payload);
        out.writeFieldName(FieldKey.A.encoded());
        int count = outgoing.values().length;
        out.writeStartArray(null, count);
        for (int i = 0; i < count; i++) {
            outgoing.serializers().get(i).put(outgoing.values()[i], values);
        }
        out.writeEndArray();
    }

    private void value(Payload payload) throws IOException {
        Payload.Outgoing outgoing = outgoing(payload);
        if (outgoing.values().length != 1) {
            arguments(outgoing); // not by this version
            return;
        }
        out.writeFieldName(FieldKey.V.encoded());
        outgoing.serializers().get(0).put(outgoing.values()[0], values);
    }

    private static Payload.Outgoing outgoing(Payload payload) {
        if (payload instanceof Payload.Outgoing outgoing) {
            return outgoing;
        }
        throw new WireException("a payload to be sent must hold values, not bytes: payload=" + payload);
    }

    private void failure(Failure failure) throws IOException {
        out.writeFieldName(FieldKey.E.encoded());
        out.writeStartObject();
        text(FieldKey.CODE, failure.code().name().toLowerCase(Locale.ROOT));
        if (!failure.type().isEmpty()) {
            text(FieldKey.TYPE, failure.type());
        }
        prose(FieldKey.TEXT, failure.text());
        if (failure.code() == Failure.Code.NOT_SERVED || !failure.fields().isEmpty()) {
            texts(FieldKey.PROPS, failure.fields());
        }
        out.writeEndObject();
    }

    private void target(TargetId to) throws IOException {
        String name = to.name();
        if (to.key() != null) {
            keyed(to, name, to.key());
        } else if (name == null) {
            number(FieldKey.TO, to.id());
        } else {
            text(FieldKey.TO, name);
        }
    }

    private void keyed(TargetId to, @Nullable String type, String key) throws IOException {
        out.writeFieldName(FieldKey.TO.encoded());
        out.writeStartArray(null, type == null ? 1 : 2);
        if (type == null) {
            out.writeNumber(to.id());
        } else {
            out.writeString(type);
            out.writeString(key);
        }
        out.writeEndArray();
    }

    private void stream(long stream) throws IOException {
        number(FieldKey.S, stream);
    }

    private void number(FieldKey key, long value) throws IOException {
        out.writeFieldName(key.encoded());
        out.writeNumber(value);
    }

    /** Words for people: what is no Unicode in them must not keep the frame from leaving. */
    private void prose(FieldKey key, String value) throws IOException {
        text(key, new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
    }

    private void text(FieldKey key, String value) throws IOException {
        out.writeFieldName(key.encoded());
        out.writeString(value);
    }
}
