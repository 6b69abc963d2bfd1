// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.value.HandleExchange;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.WireException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes frames, see the package. What was defined by a frame that fails is forgotten again. */
final class BinaryEncoder implements FrameEncoder {
    /** Length, type and flags. */
    static final int HEADER = 6;

    /** The length itself is not counted. */
    static final int PREFIX = 4;

    static final int FLAGS_AT = 5;
    /** Those who do not know the type of the frame may ignore it. */
    static final int IGNORABLE = 1;

    /** Definitions follow the header. */
    static final int DEFINITIONS = 2;

    /** Headers follow the header and the definitions: the number of their bytes, then names and values. Only for peers that know it. */
    static final int HEADERS = 4;

    /** The target of the call is a type and key, or the number of these. Only for peers that know it. */
    static final int KEYED = 8;

    private final HandleExchange exchange;
    private int mostBytes;
    private final SentNames names = new SentNames();
    /** The headers of a call before they are written, as their size comes first. */
    private final Output section = new Output(0);

    private final BinaryWriter values;
    private Output out = new Output(0);
    /** Where the frame in hand begins. */
    private int frameStart;
    /** From how many bytes on frames are sent in pieces; 0: never. */
    private int pieces;

    BinaryEncoder(HandleExchange exchange, FrameLimits limits) {
        this.exchange = exchange;
        mostBytes = limits.maxFrameBytes();
        values = new BinaryWriter(exchange, names, limits);
    }

    @Override
    public void peer(int maxFrameBytes, int newPieces) {
        mostBytes = Math.min(mostBytes, maxFrameBytes);
        values.maxFrameBytes(mostBytes);
        pieces = newPieces;
    }

    @Override
    public int encode(Frame frame, Output newOut) {
        out = newOut;
        int start = out.size();
        frameStart = start;
        names.mark();
        exchange.mark();
        boolean done = false;
        try {
            values.begin(out, start);
            out.i32(0);
            out.u8(frame.type().code());
            out.u8(0);
            fields(frame);
            int begin = finish(start);
            done = true;
            return begin;
        } catch (RuntimeException | Error e) {
            throw WireException.of(e, "a frame must be encodable: type=" + frame.type());
        } finally {
            if (!done) {
                out.truncate(start);
                names.rollback();
                exchange.rollback();
            }
        }
    }

    private int finish(int start) {
        Output definitions = names.definitions();
        int begin = start;
        if (definitions.size() > 0) {
            if (pieces > 0 && out.size() - start >= pieces) {
                begin = putBefore(start, definitions);
            } else {
                insert(start + HEADER, definitions);
                out.array()[start + FLAGS_AT] |= DEFINITIONS;
            }
        }
        int size = out.size() - begin;
        if (size > mostBytes) {
            throw BinaryWriter.tooLarge(mostBytes, size);
        }
        out.i32At(begin, size - PREFIX);
        return begin;
    }

    /**
     * Frames that are sent between the pieces of this one use its definitions, too: so they go before it, in an answer to no ping.
     * Returns where the frame begins now.
     */
    private int putBefore(int start, Output definitions) {
        Output pong = new Output(HEADER + definitions.size() + 6);
        pong.i32(0);
        pong.u8(FrameType.PONG.code());
        pong.u8(DEFINITIONS);
        pong.varint(definitions.size());
        pong.raw(definitions.array(), 0, definitions.size());
        pong.varint(0);
        pong.i32At(0, pong.size() - PREFIX);
        insertRaw(start, pong);
        return start + pong.size();
    }

    // rare
    private void insert(int at, Output definitions) {
        Output section = new Output(definitions.size() + 5);
        section.varint(definitions.size());
        section.raw(definitions.array(), 0, definitions.size());
        insertRaw(at, section);
    }

    /** Makes room and puts something there. */
    private void insertRaw(int at, Output section) {
        int length = out.size() - at;
        out.raw(section.array(), 0, section.size());
        byte[] bytes = out.array();
        System.arraycopy(bytes, at, bytes, at + section.size(), length);
        System.arraycopy(section.array(), 0, bytes, at, section.size());
    }

    private void fields(Frame frame) {
        if (frame instanceof Frame.Tell tell) {
            to(tell.to());
            names.name(tell.method(), out);
            payload(tell.arguments());
        } else if (frame instanceof Frame.Call call) {
            out.varint(call.stream());
            to(call.to());
            names.name(call.method(), out);
            out.varint(call.nanos());
            payload(call.arguments());
        } else if (frame instanceof Frame.Reply reply) {
            out.varint(reply.stream());
            payload(reply.value());
        } else if (frame instanceof Frame.Item item) {
            out.varint(item.stream());
            payload(item.value());
        } else if (frame instanceof Frame.Headed headed) {
            out.array()[out.size() - 1] |= HEADERS; // only the header has been written
            headers(headed.headers());
            fields(headed.call());
        } else {
            rareFields(frame);
        }
    }

    private void rareFields(Frame frame) {
        switch (frame.type()) {
            case HELLO -> properties(((Frame.Hello) frame).properties());
            case FAIL -> {
                out.varint(((Frame.Fail) frame).stream());
                failure(((Frame.Fail) frame).failure());
            }
            case CANCEL -> out.varint(((Frame.Cancel) frame).stream());
            case LIMIT -> numbers(((Frame.Limit) frame).stream(), ((Frame.Limit) frame).nanos());
            case OPEN -> {
                out.varint(((Frame.Open) frame).stream());
                Utf8.write(((Frame.Open) frame).name(), out);
            }
            case END -> end((Frame.End) frame);
            case REQUEST -> numbers(((Frame.Request) frame).stream(), ((Frame.Request) frame).count());
            case GAP -> numbers(((Frame.Gap) frame).stream(), ((Frame.Gap) frame).count());
            case UNDELIVERED -> {
                to(((Frame.Undelivered) frame).to());
                names.name(((Frame.Undelivered) frame).method(), out);
                failure(((Frame.Undelivered) frame).failure());
            }
            case NAK -> nak((Frame.Nak) frame);
            case PING -> out.varint(((Frame.Ping) frame).token());
            case PONG -> out.varint(((Frame.Pong) frame).token());
            case WATCH -> {
                out.varint(((Frame.Watch) frame).stream());
                to(((Frame.Watch) frame).to());
            }
            case ENDED -> ended((Frame.Ended) frame);
            case RELEASE -> numbers(((Frame.Release) frame).id(), ((Frame.Release) frame).count());
            case NAMED -> {
                Utf8.write(((Frame.Named) frame).name(), out);
                out.varint(((Frame.Named) frame).id());
            }
            case PAUSE -> pause((Frame.Pause) frame);
            case FRAGMENT -> fragment((Frame.Fragment) frame);
            case GOODBYE -> goodbye((Frame.Goodbye) frame);
            case GOAWAY -> goAway((Frame.GoAway) frame);
            case KEY -> {
                out.varint(((Frame.KeyNumber) frame).number());
                Utf8.write(((Frame.KeyNumber) frame).typeName(), out);
                Utf8.write(((Frame.KeyNumber) frame).key(), out);
            }
            default -> throw new WireException("a frame must be of a known type: type=" + frame);
        }
    }

    private void numbers(long first, long second) {
        out.varint(first);
        out.varint(second);
    }

    private void to(TargetId to) {
        String name = to.name();
        String key = to.key();
        if (key != null) {
            out.array()[frameStart + FLAGS_AT] |= KEYED;
            out.varint(to.id());
            if (name != null) {
                names.name(name, out);
                Utf8.write(key, out);
            }
            return;
        }
        if (name == null && to.id() == 0) {
            throw new WireException("a target must have a number from 1, or a name: id=0");
        }
        out.varint(name == null ? to.id() : 0);
        if (name != null) {
            names.name(name, out);
        }
    }

    private void headers(Map<String, String> headers) {
        section.truncate(0);
        headers.forEach((name, value) -> {
            Utf8.write(name, section);
            Utf8.write(value, section);
        });
        out.varint(section.size());
        out.raw(section.array(), 0, section.size());
    }

    private void properties(Map<String, String> properties) {
        out.varint(properties.size());
        properties.forEach((name, value) -> {
            Utf8.write(name, out);
            Utf8.write(value, out);
        });
    }

    // a code that is not known here has no number that would be known there
    @SuppressWarnings("EnumOrdinal") // the order is part of the wire format
    private void failure(Failure failure) {
        Failure.Code code = failure.code();
        out.varint(code == Failure.Code.UNKNOWN ? 0 : code.ordinal() + 1);
        Utf8.write(failure.type(), out);
        Utf8.write(failure.text(), out);
        if (code == Failure.Code.NOT_SERVED
                || !failure.fields().isEmpty()) { // the last of a frame: older readers look no further
            properties(failure.fields());
        }
    }

    private void end(Frame.End end) {
        out.varint(end.stream());
        @Nullable Failure failure = end.failure();
        out.u8(failure == null ? 0 : 1);
        if (failure != null) {
            failure(failure);
        }
    }

    @SuppressWarnings("EnumOrdinal") // the order is part of the wire format
    private void nak(Frame.Nak nak) {
        out.varint(nak.scope().ordinal());
        numbers(nak.id(), nak.level());
        numbers(nak.queued(), nak.capacity());
        out.i64(Double.doubleToRawLongBits(nak.drainRate()));
    }

    @SuppressWarnings("EnumOrdinal") // the order is part of the wire format
    private void pause(Frame.Pause pause) {
        numbers(pause.scope().ordinal(), pause.id());
        out.u8(pause.paused() ? 1 : 0);
    }

    /** Older readers look at the reason alone. */
    private void goodbye(Frame.Goodbye goodbye) {
        Utf8.write(goodbye.reason(), out);
        if (goodbye.last() >= 0) {
            out.varint(goodbye.last());
        }
    }

    private void goAway(Frame.GoAway away) {
        out.varint(away.last());
        Utf8.write(away.reason(), out);
        Utf8.write(away.elsewhere(), out);
    }

    private void fragment(Frame.Fragment fragment) {
        numbers(fragment.number(), fragment.size());
        ByteBuffer bytes = fragment.bytes();
        out.raw(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
    }

    private void ended(Frame.Ended ended) {
        out.varint(ended.stream());
        Utf8.write(ended.address(), out);
        Utf8.write(ended.reason(), out);
    }

    private void payload(Payload payload) {
        if (!(payload instanceof Payload.Outgoing outgoing)) {
            throw new WireException("a payload on the way out must have serializers: payload=" + payload);
        }
        List<TypeSerializer<?>> serializers = outgoing.serializers();
        @Nullable Object[] all = outgoing.values();
        if (serializers.size() != all.length) {
            throw new WireException(
                    "each value must have a serializer: values=" + all.length + ", serializers=" + serializers.size());
        }
        out.varint(all.length);
        for (int i = 0; i < all.length; i++) {
            serializers.get(i).put(all[i], values);
        }
    }
}
