// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.remoting.codec.Frame;
import java.nio.ByteBuffer;

/** A large frame on its way out, in pieces. Loop only. */
final class FragmentedFrame {
    /** Bytes of a piece: in the encoding that blows them up most, Base64 in lines, still less than 64 KiB. */
    static final int PIECE = 48_000;

    /** From here on frames are sent in pieces: one with contents of 64 KiB is not worth it. */
    static final int LARGE = 72 << 10;

    private final long number;
    private final long stream;
    private final byte[] bytes;
    private final int from;
    private final int to;
    private int at;

    /** Tells the sender that it has not left as a whole. */
    private Runnable loss = () -> {};

    /**
     * Nothing of it has been sent.
     *
     * @param number of the frame, from 1
     * @param stream that it opens, or 0
     * @param bytes that hold it; from now on nobody else's
     */
    FragmentedFrame(long number, long stream, byte[] bytes, int from, int to) {
        this.number = number;
        this.stream = stream;
        this.bytes = bytes;
        this.from = from;
        this.to = to;
        this.at = from;
    }

    /** The next piece. */
    Frame next() {
        int end = Math.min(to, at + PIECE);
        Frame piece = new Frame.Fragment(
                number,
                at == from ? to - from : 0,
                ByteBuffer.wrap(bytes, at, end - at).slice());
        at = end;
        return piece;
    }

    boolean isOver() {
        return at == to;
    }

    /** What is to be done if the link ends before all pieces have left. */
    void ifLost(Runnable newLoss) {
        loss = newLoss;
    }

    /** The rest will never leave: the other side cannot have executed it. */
    void lost() {
        loss.run();
    }

    /** Its number, by which the other side may refuse it. */
    long number() {
        return number;
    }

    /** The stream that the frame opens, or 0. */
    long stream() {
        return stream;
    }

    /** Says that the rest will not come. */
    Frame end() {
        return new Frame.Fragment(number, 0, ByteBuffer.allocate(0));
    }

    /** Bytes of the whole frame. */
    int size() {
        return to - from;
    }

    /** Whether the other side has heard of it. */
    boolean hasBegun() {
        return at > from;
    }
}
