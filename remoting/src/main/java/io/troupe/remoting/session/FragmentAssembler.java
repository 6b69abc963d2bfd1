// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.remoting.codec.ChunkedBytes;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.value.WireException;
import org.jspecify.annotations.Nullable;

/**
 * Puts together the frames that come in pieces. Bounded in bytes, in number and in time: beyond that the link ends, as what is
 * missing cannot be asked for. If the whole system has no room for a frame, that frame alone is refused, and the rest of it passed
 * over. Loop only.
 */
final class FragmentAssembler {
    /** Frames that may be under way at the same time. */
    private static final int MOST = 256;

    /** Between two pieces of a frame. */
    private static final long PATIENCE_NANOS = 30_000_000_000L;

    private final MemoryBudget budget;
    private final MemoryBudget all;
    private final int maxFrameBytes;
    private final Runnable onMore;
    private final LongTable<Part> parts = new LongTable<>();
    private long last;
    /** Bytes of what has come. */
    private long held;

    /** Bytes of the whole frame in hand, for the values that are made of it. */
    private long values;

    private boolean ended;

    /** A frame that has not come as a whole. */
    private static final class Part {
        private final ChunkedBytes bytes;
        /** Bytes to come. */
        private int missing;

        private long heardAt;

        Part(ChunkedBytes bytes) {
            this.bytes = bytes;
            this.missing = bytes.size();
        }
    }

    /**
     * Nothing has come.
     *
     * @param budget for what has come over the link
     * @param all the budget of all queues of the system, of which that one is a part
     * @param maxFrameBytes most bytes of a frame
     * @param onMore runs when more of the budget is in use
     */
    FragmentAssembler(MemoryBudget budget, MemoryBudget all, int maxFrameBytes, Runnable onMore) {
        this.budget = budget;
        this.all = all;
        this.maxFrameBytes = maxFrameBytes;
        this.onMore = onMore;
    }

    /**
     * A piece has come.
     *
     * @return the whole frame if this was its last piece, or its beginning if it is refused, else null; {@link #used} must follow
     * @throws WireException if it makes no sense, or too much is under way
     */
    @Nullable
    ChunkedBytes add(Frame.Fragment piece, long now) {
        Part part = piece.size() > 0 ? begin(piece) : parts.get(piece.number());
        if (part == null) {
            throw new WireException("a piece must belong to a message that has begun: number=" + piece.number());
        }
        ChunkedBytes bytes = part.bytes;
        int more = piece.bytes().remaining();
        if (more == 0) {
            parts.remove(piece.number());
            bytes.giveUp();
            return null;
        }
        if (more > part.missing) {
            throw new WireException("the pieces of a message must not be more than it has said: bytes=" + bytes.size());
        }
        part.heardAt = now;
        part.missing -= more;
        if (part.missing == 0) {
            parts.remove(piece.number());
        }
        return bytes.refusal() == null && keep(part, piece, more) ? bytes : null;
    }

    private Part begin(Frame.Fragment piece) {
        if (piece.number() <= last || piece.size() > maxFrameBytes || parts.size() >= MOST) {
            throw new WireException("a message in pieces must have a new number and at most " + maxFrameBytes
                    + " bytes, and not be one of more than " + MOST + ": number=" + piece.number() + ", bytes="
                    + piece.size());
        }
        last = piece.number();
        Part part = new Part(new ChunkedBytes(piece.size(), this::give));
        parts.put(piece.number(), part);
        return part;
    }

    /** Memory is taken for what is there, never for what has been announced. Returns whether the frame is to be looked at. */
    private boolean keep(Part part, Frame.Fragment piece, int more) {
        ChunkedBytes bytes = part.bytes;
        int needed = bytes.needs(more);
        boolean isLast = part.missing == 0;
        if (hasRoom(bytes, isLast ? needed + bytes.size() : needed)) {
            put(bytes, piece, more);
            if (isLast) {
                values = bytes.size();
                budget.reserve(values);
            }
            return isLast;
        }
        if (bytes.filled() == 0) {
            put(bytes, piece, Math.min(more, ChunkedBytes.CHUNK));
        }
        all.countRefusal();
        bytes.refuse("a message in pieces must find room in the memory of all queues: limit=" + all.limit() + ", bytes="
                + bytes.size());
        return true;
    }

    /**
     * What is in use may be more than the limit by this frame and its values: so each finds room that has nothing but small
     * messages beside it, and a few large ones cannot be more than the heap has.
     */
    private boolean hasRoom(ChunkedBytes bytes, long more) {
        return all.used() + more <= all.limit() + 2 * (bytes.size() + MemoryBudget.GRANT);
    }

    private void put(ChunkedBytes whole, Frame.Fragment piece, int length) {
        int bytes = whole.needs(length);
        held += bytes;
        budget.reserve(bytes);
        onMore.run();
        if (held > budget.limit() + maxFrameBytes) {
            throw new WireException(
                    "messages in pieces must not be more at the same time than the link may hold: memory="
                            + budget.limit() + ", bytes=" + held);
        }
        whole.put(piece.bytes(), piece.bytes().position(), length);
    }

    private void give(int bytes) {
        if (!ended) {
            held -= bytes;
            budget.release(bytes);
        }
    }

    /** A frame that was looked at is not needed any more. */
    void used(ChunkedBytes frame) {
        frame.giveUp();
        budget.release(values);
        values = 0;
    }

    /**
     * Looks at the clock.
     *
     * @throws WireException if nothing has come of a frame for too long
     */
    void checkTime(long now) {
        for (Part part : parts.values()) {
            if (now - part.heardAt > PATIENCE_NANOS) {
                throw new WireException("a message in pieces must go on within 30 s: bytes=" + part.bytes.size()
                        + ", missing=" + part.missing);
            }
        }
    }

    /** Whether frames have come in part. */
    boolean isWaiting() {
        return parts.size() > 0;
    }

    /** The link has ended. */
    void clear() {
        parts.clear();
        budget.release(held + values);
        held = 0;
        values = 0;
        ended = true;
    }
}
