// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A frame that comes in pieces, in chunks that are small enough that the heap has no trouble to find room. It is never copied as a
 * whole: decoders read over the chunks, and what has been read for the last time is given up. One thread.
 */
public final class ChunkedBytes {
    /** Bytes of a chunk; the last one of a frame has fewer. */
    public static final int CHUNK = 64 << 10;

    private final int size;
    private final int chunk;
    private final IntConsumer onGivenUp;
    private final List<byte @Nullable []> chunks = new ArrayList<>();
    private int filled;
    /** Chunks that have been given up, from the first on. */
    private int givenUp;

    private @Nullable String refusal;

    /**
     * Nothing has come.
     *
     * @param size of the whole frame, from 1
     * @param onGivenUp told how many bytes have been given up
     */
    public ChunkedBytes(int size, IntConsumer onGivenUp) {
        this(size, CHUNK, onGivenUp);
    }

    /** With chunks of another size, for tests. */
    ChunkedBytes(int size, int chunk, IntConsumer onGivenUp) {
        this.size = size;
        this.chunk = chunk;
        this.onGivenUp = onGivenUp;
    }

    /** Bytes of the whole frame. */
    public int size() {
        return size;
    }

    /** Bytes that have come. */
    public int filled() {
        return filled;
    }

    /** Bytes of memory that so many bytes more take. */
    public int needs(int more) {
        int has = Math.min(size, chunks.size() * chunk);
        int needs = filled + more;
        return needs <= has ? 0 : Math.min(size, (needs + chunk - 1) / chunk * chunk) - has;
    }

    /**
     * Appends a copy of some bytes.
     *
     * @param from where they begin in the buffer
     */
    public void put(ByteBuffer bytes, int from, int length) {
        int at = from;
        int left = length;
        while (left > 0) {
            int within = within(filled);
            if (within == 0) {
                chunks.add(new byte[Math.min(chunk, size - filled)]);
            }
            byte[] last = Objects.requireNonNull(chunks.get(chunks.size() - 1), "chunk");
            int copied = Math.min(left, last.length - within);
            bytes.get(at, last, within, copied);
            at += copied;
            left -= copied;
            filled += copied;
        }
    }

    /**
     * The frame finds no room: only its beginning is kept, so that one can see what it was. Whoever reads on gets the reason.
     *
     * @param why as a sentence
     */
    public void refuse(String why) {
        refusal = why;
        filled = Math.min(filled, chunk);
        while (chunks.size() > 1) {
            giveUp(chunks.size() - 1);
            chunks.remove(chunks.size() - 1);
        }
    }

    /** Why only the beginning is there; null: nothing is missing. */
    public @Nullable String refusal() {
        return refusal;
    }

    /** Gives everything up. */
    public void giveUp() {
        giveUpBefore(chunks.size());
    }

    private void giveUpBefore(int index) {
        while (givenUp < index) {
            giveUp(givenUp);
            givenUp++;
        }
    }

    private void giveUp(int index) {
        byte[] gone = chunks.set(index, null);
        if (gone != null) {
            onGivenUp.accept(gone.length);
        }
    }

    /** The chunk with this position; those before it are given up if nobody will read them again. */
    byte[] chunk(int position, boolean forTheLastTime) {
        if (position >= filled) {
            throw new NoRoomException(Objects.requireNonNull(refusal, "refusal"));
        }
        int index = position / chunk;
        if (forTheLastTime) {
            giveUpBefore(index);
        }
        byte[] bytes = chunks.get(index);
        if (bytes == null) {
            throw new IllegalStateException("a frame in pieces is read once: position=" + position);
        }
        return bytes;
    }

    /** Where the byte with this position is in its chunk. */
    int within(int position) {
        return position % chunk;
    }

    /** Where the bytes that are there end, of the chunk with this position and of the stretch. */
    int endOfChunk(int position, int to) {
        return Math.min(Math.min(filled, to), (position / chunk + 1) * chunk);
    }

    /** Reads a stretch. */
    InputStream stream(int from, int to, boolean forTheLastTime) {
        return new InputStream() {
            private int at = from;

            @Override
            public int read() {
                return at == to ? -1 : chunk(at, forTheLastTime)[within(at++)] & 0xFF;
            }

            @Override
            public int read(byte[] into, int offset, int length) {
                if (at == to || length == 0) {
                    return length == 0 ? 0 : -1;
                }
                byte[] bytes = chunk(at, forTheLastTime);
                int count = Math.min(length, endOfChunk(at, to) - at);
                System.arraycopy(bytes, within(at), into, offset, count);
                at += count;
                return count;
            }
        };
    }
}
