// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.remoting.value.WireException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Makes a frame of its fields, which JSON and CBOR have read. Counterpart of {@link FrameWriter}. */
final class FrameParser {
    private static final Map<String, FrameType> TYPES = Arrays.stream(FrameType.values())
            .filter(type -> type != FrameType.UNKNOWN)
            .collect(Collectors.toUnmodifiableMap(FrameType::text, Function.identity()));

    private FrameParser() {}

    /**
     * The frame.
     *
     * @param source what its payload will be read from
     * @throws WireException if a key is missing or its value is of the wrong kind
     */
    static Frame frame(FrameFields fields, PayloadSource source) {
        String name = fields.text(FieldKey.T);
        FrameType type = TYPES.get(name);
        if (type == null) {
            return new Frame.Unknown(name);
        }
        fields.check(); // not earlier: newer types may use keys in another way
        Frame frame = frame(type, fields, source);
        Map<String, String> headers = fields.headers();
        if ((headers == null && !fields.headersDropped()) || !Frame.Headed.mayBe(type)) {
            return frame;
        }
        return new Frame.Headed(headers == null ? Map.of() : headers, headers == null, frame);
    }

    private static Frame frame(FrameType type, FrameFields f, PayloadSource source) {
        return switch (type) {
            case HELLO -> new Frame.Hello(f.properties());
            case TELL -> new Frame.Tell(f.target(), f.text(FieldKey.M), arguments(f, source));
            case CALL -> call(f, source);
            case REPLY -> new Frame.Reply(f.stream(), value(f, source));
            case FAIL -> new Frame.Fail(f.stream(), f.failure());
            case CANCEL -> new Frame.Cancel(f.stream());
            case LIMIT -> new Frame.Limit(f.stream(), f.count(FieldKey.NS));
            case OPEN -> new Frame.Open(f.stream(), f.text(FieldKey.NAME));
            case ITEM -> new Frame.Item(f.stream(), value(f, source));
            case END -> new Frame.End(f.stream(), f.failureOrNull());
            case REQUEST -> new Frame.Request(f.stream(), f.count(FieldKey.N));
            case GAP -> new Frame.Gap(f.stream(), f.count(FieldKey.N));
            case UNDELIVERED -> new Frame.Undelivered(f.target(), f.text(FieldKey.M), f.failure());
            case NAK -> nak(f);
            case PING -> new Frame.Ping(f.number(FieldKey.TOKEN, 0));
            case PONG -> new Frame.Pong(f.number(FieldKey.TOKEN, 0));
            case WATCH -> new Frame.Watch(f.stream(), f.target());
            case ENDED -> new Frame.Ended(f.stream(), f.text(FieldKey.ADDRESS, ""), f.text(FieldKey.REASON, ""));
            case RELEASE -> new Frame.Release(f.count(FieldKey.ID), f.count(FieldKey.N));
            case NAMED -> new Frame.Named(f.text(FieldKey.NAME), f.number(FieldKey.ID, 0));
            case GOODBYE -> new Frame.Goodbye(f.text(FieldKey.REASON, ""), Math.max(-1, f.number(FieldKey.S, -1)));
            case GOAWAY ->
                new Frame.GoAway(f.count(FieldKey.S), f.text(FieldKey.REASON, ""), f.text(FieldKey.ADDRESS, ""));
            case PAUSE ->
                new Frame.Pause(scope(f.text(FieldKey.SCOPE)), f.count(FieldKey.ID), f.count(FieldKey.N) != 0);
            case FRAGMENT -> fragment(f);
            case KEY -> new Frame.KeyNumber(f.count(FieldKey.ID), f.text(FieldKey.NAME, ""), f.text(FieldKey.KEY, ""));
            case UNKNOWN -> new Frame.Unknown(f.text(FieldKey.T));
        };
    }

    private static Frame call(FrameFields f, PayloadSource source) {
        long nanos = f.has(FieldKey.NS) ? f.count(FieldKey.NS) : 0;
        return new Frame.Call(f.stream(), f.targetOfCall(), f.text(FieldKey.M), nanos, arguments(f, source));
    }

    private static Frame fragment(FrameFields f) {
        long size = f.has(FieldKey.N) ? f.count(FieldKey.N) : 0;
        if (f.count(FieldKey.ID) == 0 || size > Integer.MAX_VALUE) {
            throw new WireException(
                    "a message in pieces must have a number from 1, and at most 2147483647 bytes: bytes=" + size);
        }
        return new Frame.Fragment(f.count(FieldKey.ID), (int) size, ByteBuffer.wrap(f.bytes()));
    }

    private static Frame nak(FrameFields f) {
        long id = f.has(FieldKey.ID) ? f.count(FieldKey.ID) : 0;
        int level = (int) Math.min(Integer.MAX_VALUE, f.count(FieldKey.LEVEL));
        return new Frame.Nak(
                scope(f.text(FieldKey.SCOPE)), id, level, f.count(FieldKey.Q), f.count(FieldKey.CAP), f.rate());
    }

    private static Frame.Nak.Scope scope(String text) {
        for (Frame.Nak.Scope scope : Frame.Nak.Scope.values()) {
            if (scope.name().toLowerCase(Locale.ROOT).equals(text)) {
                return scope;
            }
        }
        throw new WireException("a scope must be target, stream or link: scope=" + text);
    }

    private static Payload arguments(FrameFields f, PayloadSource source) {
        return source.payload(f.range(FieldKey.A), true);
    }

    private static Payload value(FrameFields f, PayloadSource source) {
        if (f.range(FieldKey.V).isEmpty() && !f.range(FieldKey.A).isEmpty()) {
            return arguments(f, source);
        }
        return source.payload(f.range(FieldKey.V), false);
    }
}
