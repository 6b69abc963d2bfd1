// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.value.WireException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts together the frames that come in pieces. Bounded in bytes, in number and in time: beyond that the link ends, as what is
 * missing cannot be asked for. Loop only.
 */
final class FragmentAssembler {
    /** Frames that may be under way at the same time. */
    private static final int MOST = 256;

    /** Between two pieces of a frame. */
    private static final long PATIENCE_NANOS = 30_000_000_000L;

    /** Small enough that the heap has no trouble to find room, whatever the size of the whole. */
    private static final int CHUNK = 64 << 10;

    private final MemoryBudget budget;
    private final int maxFrameBytes;
    private final Runnable onMore;
    private final LongTable<Part> parts = new LongTable<>();
    private long last;
    private long held;

    /** A frame that has not come as a whole. */
    private static final class Part {
        private final List<byte[]> chunks = new ArrayList<>();
        private int size;
        private int filled;
        private long heardAt;

        int taken() {
            return chunks.stream().mapToInt(chunk -> chunk.length).sum();
        }

        byte[] whole() {
            if (chunks.size() == 1) {
                return chunks.get(0);
            }
            byte[] whole = new byte[size];
            int at = 0;
            for (byte[] chunk : chunks) {
                System.arraycopy(chunk, 0, whole, at, chunk.length);
                at += chunk.length;
            }
            return whole;
        }
    }

    /**
     * Nothing has come.
     *
     * @param budget for what has come over the link
     * @param maxFrameBytes most bytes of a frame
     * @param onMore runs when more of the budget is in use
     */
    FragmentAssembler(MemoryBudget budget, int maxFrameBytes, Runnable onMore) {
        this.budget = budget;
        this.maxFrameBytes = maxFrameBytes;
        this.onMore = onMore;
    }

    /**
     * A piece has come.
     *
     * @return the whole frame if this was its last piece, else null; {@link #used} must follow
     * @throws WireException if it makes no sense, or too much is under way
     */
    byte @Nullable [] add(Frame.Fragment piece, long now) {
        Part part = piece.size() > 0 ? begin(piece) : parts.get(piece.number());
        if (part == null) {
            throw new WireException("a piece must belong to a message that has begun: number=" + piece.number());
        }
        int more = piece.bytes().remaining();
        if (more == 0) {
            parts.remove(piece.number());
            give(part.taken());
            return null;
        }
        if (more > part.size - part.filled) {
            throw new WireException("the pieces of a message must not be more than it has said: bytes=" + part.size);
        }
        part.heardAt = now;
        fill(part, piece.bytes(), more);
        if (part.filled < part.size) {
            return null;
        }
        parts.remove(piece.number());
        return part.whole();
    }

    private Part begin(Frame.Fragment piece) {
        if (piece.number() <= last || piece.size() > maxFrameBytes || parts.size() >= MOST) {
            throw new WireException("a message in pieces must have a new number and at most " + maxFrameBytes
                    + " bytes, and not be one of more than " + MOST + ": number=" + piece.number() + ", bytes="
                    + piece.size());
        }
        last = piece.number();
        Part part = new Part();
        part.size = piece.size();
        parts.put(piece.number(), part);
        return part;
    }

    /** Memory is taken for what is there, never for what has been announced. */
    private void fill(Part part, ByteBuffer bytes, int more) {
        int from = bytes.position();
        int left = more;
        while (left > 0) {
            int within = part.filled % CHUNK;
            if (within == 0) {
                int length = Math.min(CHUNK, part.size - part.filled);
                take(length);
                part.chunks.add(new byte[length]);
            }
            byte[] chunk = part.chunks.get(part.chunks.size() - 1);
            int copied = Math.min(left, chunk.length - within);
            bytes.get(from, chunk, within, copied);
            from += copied;
            left -= copied;
            part.filled += copied;
        }
    }

    private void take(int bytes) {
        held += bytes;
        budget.reserve(bytes);
        onMore.run();
        if (held > budget.limit() + maxFrameBytes) {
            throw new WireException(
                    "messages in pieces must not be more at the same time than the link may hold: memory="
                            + budget.limit() + ", bytes=" + held);
        }
    }

    private void give(int bytes) {
        held -= bytes;
        budget.release(bytes);
    }

    /** A whole frame is not needed any more. */
    void used(byte[] frame) {
        give(frame.length);
    }

    /**
     * Looks at the clock.
     *
     * @throws WireException if nothing has come of a frame for too long
     */
    void checkTime(long now) {
        for (Part part : parts.values()) {
            if (now - part.heardAt > PATIENCE_NANOS) {
                throw new WireException("a message in pieces must go on within 30 s: bytes=" + part.size + ", missing="
                        + (part.size - part.filled));
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
        budget.release(held);
        held = 0;
    }
}
