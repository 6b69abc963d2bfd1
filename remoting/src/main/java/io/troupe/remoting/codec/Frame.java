// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What travels over a link, whatever the encoding. A conversation is a stream: its number is chosen by the side that opens it,
 * odd by the dialler and even by the acceptor, and is never used again on the link.
 */
public sealed interface Frame {
    /** What kind of frame it is. */
    FrameType type();

    /**
     * First frame of both sides, after the codec has been agreed on.
     *
     * @param properties names and texts; unknown ones are ignored
     */
    record Hello(Map<String, String> properties) implements Frame {
        /** Property that proves who dials: secret. */
        public static final String TOKEN = "token";

        /**
         * Property that tells sessions of one dialled link from those of others, and which is later: a name that nobody can
         * guess, a colon, and a number that grows. Secret, as whoever knows it can end the link.
         */
        public static final String LINK = "link";

        /** Copies the map, in the order of its keys. */
        public Hello {
            properties = Collections.unmodifiableMap(new TreeMap<>(properties));
        }

        @Override
        public FrameType type() {
            return FrameType.HELLO;
        }

        /** The properties for people: without what is secret. */
        public Map<String, String> shown() {
            Map<String, String> shown = new HashMap<>(properties);
            shown.replace(TOKEN, "***");
            shown.replace(LINK, "***");
            return shown;
        }

        @Override
        public String toString() {
            return "Hello[properties=" + shown() + "]";
        }
    }

    /** A call without a result. */
    record Tell(TargetId to, String method, Payload arguments) implements Frame {
        @Override
        public FrameType type() {
            return FrameType.TELL;
        }
    }

    /**
     * A call with a result; opens a stream that the answer closes.
     *
     * @param nanos time left to answer; 0: no deadline
     */
    record Call(long stream, TargetId to, String method, long nanos, Payload arguments) implements Frame {
        @Override
        public FrameType type() {
            return FrameType.CALL;
        }
    }

    /**
     * A call with headers: a tell, a call or the opening of a stream. Calls without headers are not wrapped. Only for peers that
     * say that they know headers.
     *
     * @param headers texts by name
     * @param dropped whether headers have come that make no sense, and were left out
     * @param call a {@link Tell}, {@link Call} or {@link Open}
     */
    record Headed(Map<String, String> headers, boolean dropped, Frame call) implements Frame {
        /**
         * Copies the map.
         *
         * @throws IllegalArgumentException if such a frame has no headers
         */
        public Headed {
            headers = Map.copyOf(headers);
            if (!mayBe(call.type())) {
                throw new IllegalArgumentException("a frame with headers must be a call: frame=" + call.type());
            }
        }

        /** Whether frames of this type may have headers. */
        public static boolean mayBe(FrameType type) {
            return type == FrameType.TELL || type == FrameType.CALL || type == FrameType.OPEN;
        }

        /** That of the call. */
        @Override
        public FrameType type() {
            return call.type();
        }
    }

    /** The result of a call; closes the stream. The payload is one value. */
    record Reply(long stream, Payload value) implements Frame {
        @Override
        public FrameType type() {
            return FrameType.REPLY;
        }
    }

    /** The failure of a call; closes the stream. */
    record Fail(long stream, Failure failure) implements Frame {
        @Override
        public FrameType type() {
            return FrameType.FAIL;
        }
    }

    /** Nobody waits for this stream any more: a call is given up, a watch ended. */
    record Cancel(long stream) implements Frame {
        @Override
        public FrameType type() {
            return FrameType.CANCEL;
        }
    }

    /**
     * A call got another deadline after it was sent.
     *
     * @param nanos time left to answer; 0: no deadline
     */
    record Limit(long stream, long nanos) implements Frame {
        @Override
        public FrameType type() {
            return FrameType.LIMIT;
        }
    }

    /**
     * Opens a stream for messages both ways.
     *
     * @param name of the handler on the other side
     */
    record Open(long stream, String name) implements Frame {
        @Override
        public FrameType type() {
            return FrameType.OPEN;
        }
    }

    /** One value on a stream. The payload is one value. */
    record Item(long stream, Payload value) implements Frame {
        @Override
        public FrameType type() {
            return FrameType.ITEM;
        }
    }

    /**
     * The sender puts no more items on the stream.
     *
     * @param failure why, or null if all is well
     */
    record End(long stream, @Nullable Failure failure) implements Frame {
        @Override
        public FrameType type() {
            return FrameType.END;
        }
    }

    /**
     * The sender of this frame is ready for more items.
     *
     * @param count how many more
     */
    record Request(long stream, long count) implements Frame {
        @Override
        public FrameType type() {
            return FrameType.REQUEST;
        }
    }

    /**
     * Items that the receiver will never see, because it was too slow.
     *
     * @param count how many
     */
    record Gap(long stream, long count) implements Frame {
        @Override
        public FrameType type() {
            return FrameType.GAP;
        }
    }

    /**
     * A tell was not executed.
     *
     * @param to the target it had
     * @param method that was to be called
     */
    record Undelivered(TargetId to, String method, Failure failure) implements Frame {
        @Override
        public FrameType type() {
            return FrameType.UNDELIVERED;
        }
    }

    /**
     * Pressure: see {@code io.troupe.remoting.pacing}. Numbers are bytes if both sides have said {@code nakBytes} in their
     * greetings, else messages.
     */
    record Nak(Scope scope, long id, int level, long queued, long capacity, double drainRate) implements Frame {
        /** What the number names. */
        public enum Scope {
            /** A target that the sender of this frame has exported. */
            TARGET,
            /** A stream. */
            STREAM,
            /** The whole link. */
            LINK
        }

        @Override
        public FrameType type() {
            return FrameType.NAK;
        }
    }

    /** Sign of life; is answered. */
    record Ping(long token) implements Frame {
        @Override
        public FrameType type() {
            return FrameType.PING;
        }
    }

    /** Answer to a ping. */
    record Pong(long token) implements Frame {
        @Override
        public FrameType type() {
            return FrameType.PONG;
        }
    }

    /** Asks to be told on this stream when the target ends. */
    record Watch(long stream, TargetId to) implements Frame {
        @Override
        public FrameType type() {
            return FrameType.WATCH;
        }
    }

    /** A watched target has ended; closes the stream. */
    record Ended(long stream, String address, String reason) implements Frame {
        @Override
        public FrameType type() {
            return FrameType.ENDED;
        }
    }

    /**
     * References to an exported target that the sender of this frame has received and does not hold any more.
     *
     * @param id of the target
     * @param count how often it had been received
     */
    record Release(long id, long count) implements Frame {
        @Override
        public FrameType type() {
            return FrameType.RELEASE;
        }
    }

    /**
     * The number by which a name will be used as a target: answer to the first use of the name.
     *
     * @param id in the sender's table
     */
    record Named(String name, long id) implements Frame {
        @Override
        public FrameType type() {
            return FrameType.NAMED;
        }
    }

    /**
     * Last frame of a side that closes the link.
     *
     * @param reason for people
     * @param last number of the latest call, stream or watch of the other side that was taken: none behind it has been begun; 0:
     *     none at all; -1: not said
     */
    record Goodbye(String reason, long last) implements Frame {
        /** Does not say what was taken. */
        public Goodbye(String reason) {
            this(reason, -1);
        }

        @Override
        public FrameType type() {
            return FrameType.GOODBYE;
        }
    }

    /**
     * The sender of this frame is about to go: it begins no calls, streams and watches behind the last one that it names, and
     * answers those before. Messages without an answer are still taken until the goodbye. Only for peers that say that they know
     * it.
     *
     * @param last number of the latest call, stream or watch of the other side that was taken; 0: none
     * @param reason for people
     * @param elsewhere where the same can be found, an address as a rule; empty: not said
     */
    record GoAway(long last, String reason, String elsewhere) implements Frame {
        @Override
        public FrameType type() {
            return FrameType.GOAWAY;
        }
    }

    /**
     * The sender of this frame takes no more messages for a target or stream than are on their way already, or takes them again;
     * for the link: no more messages in pieces than have begun. Only for peers that say that they know it. Answers and frames of
     * the link itself are not meant.
     *
     * @param scope what the number names
     * @param paused whether to stop, or to go on
     */
    record Pause(Nak.Scope scope, long id, boolean paused) implements Frame {
        @Override
        public FrameType type() {
            return FrameType.PAUSE;
        }
    }

    /**
     * A piece of a large frame; other frames may come between two pieces. All pieces of one frame come in order. Only for peers
     * that say that they know it.
     *
     * @param number of the large frame, from 1; not used again by its sender
     * @param size in the first piece the bytes of the whole frame; 0 in all others. A later piece without bytes says that the
     *     rest will not come
     * @param bytes of the frame; as received only valid while the piece is being handled
     */
    record Fragment(long number, int size, ByteBuffer bytes) implements Frame {
        @Override
        public FrameType type() {
            return FrameType.FRAGMENT;
        }
    }

    /**
     * The number by which the sender of this frame will call a type and key from now on, until it gives the number to another one.
     * Only for peers that say that they know it.
     *
     * @param number from 1, chosen by the sender
     * @param typeName that the other side serves; empty: the number stands for nothing any more
     * @param key of that type; empty with the type
     */
    record KeyNumber(long number, String typeName, String key) implements Frame {
        @Override
        public FrameType type() {
            return FrameType.KEY;
        }
    }

    /**
     * A frame that this version does not know. Only ever decoded.
     *
     * @param code of its type, or its name in textual encodings
     */
    record Unknown(String code) implements Frame {
        @Override
        public FrameType type() {
            return FrameType.UNKNOWN;
        }
    }
}
