// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.value.HandleExchange;
import io.troupe.remoting.value.WireException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads frames, see the package. Broken definitions end the link, as those of all later frames would mean something else. */
final class BinaryDecoder implements FrameDecoder {
    private static final FrameType[] TYPES = FrameType.values();
    private static final Failure.Code[] CODES = Failure.Code.values();
    private static final Frame.Nak.Scope[] SCOPES = Frame.Nak.Scope.values();

    /** Headers that are short enough have no more bytes, together with those that say how long each text is. */
    private static final int MOST_HEADERS = 4 * Headers.MOST_BYTES;

    private static final int FLAGS = BinaryEncoder.DEFINITIONS | BinaryEncoder.IGNORABLE;
    private static final int RESERVED = ~(FLAGS | BinaryEncoder.HEADERS | BinaryEncoder.KEYED);

    private final int maxFrameBytes;

    /** Of a frame in one piece. */
    private final int mostWhole;

    private final KnownNames names = new KnownNames();
    private final BinaryReader values;
    private final Input in = new Input();
    /** Definitions or headers of the frame in hand. */
    private final Input section = new Input();
    /** The frame in hand, if it came in pieces. */
    private @Nullable ChunkedBytes chunks;

    /** Counts frames, so that a payload that is read too late is noticed. */
    private long frames;

    /** Whether the target of the frame in hand is found by key. */
    private boolean keyed;

    /** The stream of the frame in hand, once it has been read. */
    private long stream;

    /** Why nothing can be read any more. */
    private @Nullable WireException lost;

    BinaryDecoder(HandleExchange exchange, FrameLimits limits) {
        maxFrameBytes = limits.maxFrameBytes();
        mostWhole = limits.mostWhole();
        values = new BinaryReader(exchange, names, limits.maxDepth());
    }

    @Override
    public int frameLength(byte[] bytes, int from, int to) {
        if (lost != null) {
            throw new WireException("a link must not go on after broken definitions: first=" + lost.getMessage());
        }
        if (to - from < BinaryEncoder.PREFIX) {
            return -1;
        }
        int rest = in.over(bytes, from, to).i32();
        if (rest < BinaryEncoder.HEADER - BinaryEncoder.PREFIX || rest > mostWhole - BinaryEncoder.PREFIX) {
            throw new WireException("a frame must have from " + BinaryEncoder.HEADER + " to " + mostWhole
                    + " bytes: declared=" + (Integer.toUnsignedLong(rest) + BinaryEncoder.PREFIX));
        }
        int whole = rest + BinaryEncoder.PREFIX;
        return to - from < whole ? -1 : whole;
    }

    @Override
    public Frame decode(byte[] bytes, int from, int to) {
        chunks = null;
        in.over(bytes, from, to);
        return decode();
    }

    @Override
    public Frame decode(ChunkedBytes bytes) {
        chunks = bytes;
        in.over(bytes, 0, bytes.size());
        return decode();
    }

    private Frame decode() {
        frames++;
        stream = 0;
        int size = in.left();
        try {
            if (in.i32() != in.left()) {
                throw new WireException("a frame must have the length that it declares: bytes=" + size);
            }
            int code = in.u8();
            int flags = in.u8();
            if ((flags & BinaryEncoder.DEFINITIONS) != 0) {
                learn();
            }
            if (code == 0 || code >= FrameType.UNKNOWN.code()) {
                return new Frame.Unknown(Integer.toString(code));
            }
            FrameType type = TYPES[code - 1];
            keyed = (flags & BinaryEncoder.KEYED) != 0;
            if ((flags & ~FLAGS) != 0
                    && ((flags & RESERVED) != 0 || !Frame.Headed.mayBe(type) || (keyed && type != FrameType.CALL))) {
                throw new WireException("reserved flags must be 0: flags=" + flags);
            }
            return (flags & BinaryEncoder.HEADERS) == 0 ? fields(type) : headed(type);
        } catch (WireException e) {
            if (lost != null) {
                throw e;
            }
            throw new BrokenFrameException(stream, String.valueOf(e.getMessage()), e);
        }
    }

    private void learn() {
        try {
            int length = in.count();
            in.section(section, length);
            names.learn(section);
            in.skip(length);
        } catch (WireException e) {
            lost = e;
            throw e;
        }
    }

    private Frame fields(FrameType type) {
        return switch (type) {
            case HELLO -> new Frame.Hello(properties());
            case TELL -> new Frame.Tell(to(), names.name(in), payload());
            case CALL -> new Frame.Call(stream(), to(), names.name(in), in.varint(), payload());
            case REPLY -> new Frame.Reply(stream(), payload());
            case FAIL -> new Frame.Fail(stream(), failure());
            case CANCEL -> new Frame.Cancel(stream());
            case LIMIT -> new Frame.Limit(stream(), in.varint());
            case OPEN -> new Frame.Open(stream(), Utf8.read(in));
            case ITEM -> new Frame.Item(stream(), payload());
            case END -> new Frame.End(stream(), in.u8() == 0 ? null : failure());
            case REQUEST -> new Frame.Request(stream(), in.varint());
            case GAP -> new Frame.Gap(stream(), in.varint());
            case UNDELIVERED -> new Frame.Undelivered(to(), names.name(in), failure());
            case NAK -> nak();
            case PING -> new Frame.Ping(in.varint());
            case PONG -> new Frame.Pong(in.varint());
            case WATCH -> new Frame.Watch(stream(), to());
            case ENDED -> new Frame.Ended(stream(), Utf8.read(in), Utf8.read(in));
            case RELEASE -> new Frame.Release(in.varint(), in.varint());
            case NAMED -> new Frame.Named(Utf8.read(in), in.varint());
            case GOODBYE -> new Frame.Goodbye(Utf8.read(in), in.left() > 0 ? Math.max(-1, in.varint()) : -1);
            case GOAWAY -> new Frame.GoAway(Math.max(0, in.varint()), Utf8.read(in), Utf8.read(in));
            case PAUSE -> new Frame.Pause(scope(), in.varint(), in.u8() != 0);
            case FRAGMENT -> fragment();
            case KEY -> new Frame.KeyNumber(in.varint(), Utf8.read(in), Utf8.read(in));
            case UNKNOWN -> new Frame.Unknown(type.text());
        };
    }

    /** A frame with headers. What is wrong with these alone is no reason to refuse it. */
    private Frame headed(FrameType type) {
        int length = in.count();
        in.section(section, length);
        Map<String, String> headers = headers(section);
        in.skip(length);
        Frame frame = fields(type);
        return new Frame.Headed(headers == null ? Map.of() : headers, headers == null, frame);
    }

    private static @Nullable Map<String, String> headers(Input section) {
        if (section.left() > MOST_HEADERS) {
            return null;
        }
        Map<String, String> headers = new HashMap<>();
        try {
            while (section.left() > 0) {
                headers.put(Utf8.read(section), Utf8.read(section));
            }
        } catch (WireException e) {
            return null;
        }
        return Headers.violation(headers) == null ? headers : null;
    }

    private long stream() {
        stream = in.varint();
        return stream;
    }

    private TargetId to() {
        long id = in.varint();
        if (keyed) {
            return id == 0 ? TargetId.keyed(names.name(in), Utf8.read(in)) : TargetId.keyNumber(id);
        }
        return id == 0 ? TargetId.name(names.name(in)) : TargetId.id(id);
    }

    private Map<String, String> properties() {
        Map<String, String> properties = new HashMap<>();
        int count = in.count();
        for (int i = 0; i < count; i++) {
            properties.put(Utf8.read(in), Utf8.read(in));
        }
        return properties;
    }

    private Failure failure() {
        long code = in.varint();
        boolean known = code > 0 && code < CODES.length;
        Failure.Code meant = known ? CODES[(int) code - 1] : Failure.Code.UNKNOWN;
        String type = Utf8.read(in);
        String text = Utf8.read(in);
        boolean facts = in.left() > 0
                && switch (meant) {
                    case NOT_SERVED, STOPPED, EXPIRED, BUSY -> true;
                    default -> false;
                };
        return Failure.received(meant, type, text, facts ? properties() : Map.of());
    }

    private Frame fragment() {
        long number = in.varint();
        long size = in.varint();
        if (number < 1 || size < 0 || size > maxFrameBytes) {
            throw new WireException("a message in pieces must have a number from 1, and at most " + maxFrameBytes
                    + " bytes: number=" + number + ", bytes=" + Long.toUnsignedString(size));
        }
        ByteBuffer bytes = chunks == null
                ? ByteBuffer.wrap(in.array(), in.position(), in.left()).slice()
                : ByteBuffer.wrap(in.raw(in.left()));
        return new Frame.Fragment(number, (int) size, bytes);
    }

    private Frame.Nak.Scope scope() {
        long scope = in.varint();
        if (scope < 0 || scope >= SCOPES.length) {
            throw new WireException("the scope of a frame must be known: scope=" + Long.toUnsignedString(scope));
        }
        return SCOPES[(int) scope];
    }

    private Frame nak() {
        Frame.Nak.Scope scope = scope();
        long id = in.varint();
        long level = in.varint();
        if (level < 0 || level > Integer.MAX_VALUE) {
            throw new WireException("the level of a NAK must fit: level=" + Long.toUnsignedString(level));
        }
        return new Frame.Nak(scope, id, (int) level, in.varint(), in.varint(), Double.longBitsToDouble(in.i64()));
    }

    private Payload payload() {
        String refusal = chunks == null ? null : chunks.refusal();
        return refusal == null
                ? new BinaryPayload(this, frames, in.array(), in.position(), in.end())
                : new RefusedPayload(refusal, in.left());
    }

    /** For the payload of a frame: only the latest may be read. */
    BinaryReader reader(long frame, byte[] bytes, int from, int to) {
        if (frame != frames) {
            throw new IllegalStateException(
                    "a payload must be read before the next frame is decoded: frames later=" + (frames - frame));
        }
        if (chunks == null) {
            values.over(bytes, from, to);
        } else {
            values.over(chunks, from, to);
        }
        return values;
    }
}
