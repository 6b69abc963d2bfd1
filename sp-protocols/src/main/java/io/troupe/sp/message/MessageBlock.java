// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.message;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link SpMessage} gives access to: a body, a header, and the memory of both, which is used again when nobody holds it.
 *
 * <p>Invariants: at most one message that is held refers to a block, so its fields need no lock. {@code bytes} is never given
 * to anybody and only read and written at absolute positions, so its limit is always its capacity, and several threads may use
 * it at a time. {@code holders} of a block that owns its memory counts the held messages on that memory: its own, and those on
 * blocks that share it ({@code whole}); whoever makes it 0 gives the memory back, once.
 */
final class MessageBlock {
    private static final VarHandle HOLDERS;
    private static final int[] NO_WORDS = {};
    private static final int FIRST_WORDS = 4;
    private static final int MOST_POISON = 256;
    private static final byte POISON = (byte) 0xdb;

    static {
        try {
            HOLDERS = MethodHandles.lookup().findVarHandle(MessageBlock.class, "holders", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final ByteBuffer bytes;
    /** The block whose memory this one shares; null: it owns its memory. */
    private final @Nullable MessageBlock whole;
    /** Where it goes when nobody holds it any more; null: to the garbage collector. */
    private @Nullable BlockCache cache;

    private int start;
    private int end;
    private int[] header = NO_WORDS;
    private int headerSize;
    /** Words that came apart from the body (inproc) and are yet to be taken: as if they stood before the body. */
    private int[] ahead = NO_WORDS;

    private int aheadAt;
    private int aheadSize;
    private int pipe;

    @SuppressWarnings("unused") // by HOLDERS
    private volatile int holders = 1;

    /** A block whose body is the whole buffer. */
    MessageBlock(ByteBuffer bytes, @Nullable BlockCache cache) {
        this.bytes = bytes;
        this.whole = null;
        this.cache = cache;
        this.end = bytes.capacity();
    }

    /** A block with the same header and body, that shares memory. */
    private MessageBlock(MessageBlock other, MessageBlock whole) {
        this.bytes = other.bytes;
        this.whole = whole;
        this.cache = null;
        this.start = other.start;
        this.end = other.end;
        this.header = Arrays.copyOf(other.header, other.headerSize);
        this.headerSize = other.headerSize;
    }

    /** For {@link BlockCache}: where it goes when nobody holds it any more. */
    MessageBlock at(BlockCache home) {
        cache = home;
        return this;
    }

    /** For {@link MessagePool}: like new, with a body of this size. */
    MessageBlock renew(int size) {
        start = 0;
        end = size;
        headerSize = 0;
        aheadSize = 0;
        aheadAt = 0;
        pipe = 0;
        HOLDERS.setRelease(this, 1);
        return this;
    }

    private MessageBlock owner() {
        return whole == null ? this : whole;
    }

    /** Whether there is more than one holder of the memory. */
    boolean isShared() {
        return owner().holders > 1;
    }

    /** One more holder; false when there is none any more. */
    boolean retain() {
        MessageBlock owner = owner();
        int before;
        do {
            before = owner.holders;
            if (before <= 0) {
                return false;
            }
        } while (!HOLDERS.compareAndSet(owner, before, before + 1));
        return true;
    }

    /** A block for a holder that {@link #retain} has counted. */
    MessageBlock shared() {
        return new MessageBlock(this, owner());
    }

    /**
     * One holder less; the last gives the memory back.
     *
     * @param spoil whether that is overwritten, for those who still look at it
     */
    void release(boolean spoil) {
        MessageBlock owner = owner();
        if ((int) HOLDERS.getAndAdd(owner, -1) == 1) {
            BlockCache home = owner.cache;
            if (home != null) {
                if (spoil) {
                    owner.poison();
                }
                home.put(owner);
            }
        }
    }

    private void poison() {
        int some = Math.min(bytes.capacity(), MOST_POISON);
        for (int i = 0; i < some; i++) {
            bytes.put(i, POISON);
        }
    }

    // ---- the body ------------------------------------------------------------------------------------------------

    int size() {
        return end - start;
    }

    boolean isDirect() {
        return bytes.isDirect();
    }

    void resize(int size) {
        if (size < 0 || size > bytes.capacity() - start) {
            throw new IllegalArgumentException("a body's size must be from 0 to its capacity: size=" + size
                    + ", capacity=" + (bytes.capacity() - start));
        }
        end = start + size;
    }

    /** A buffer of its own for whoever asks, on the body's bytes. */
    ByteBuffer lent() {
        return bytes.duplicate().limit(end).position(start); // a duplicate is big-endian, whatever its origin is
    }

    void fill(byte[] from) {
        bytes.put(start, from);
    }

    byte[] copy() {
        byte[] copy = new byte[size()];
        bytes.get(start, copy);
        return copy;
    }

    int copyTo(int offset, ByteBuffer to) {
        int count = Math.min(to.remaining(), size() - Objects.checkIndex(offset, size() + 1));
        to.put(to.position(), bytes, start + offset, count).position(to.position() + count);
        return count;
    }

    int copyFrom(ByteBuffer from, int offset) {
        int count = Math.min(from.remaining(), size() - Objects.checkIndex(offset, size() + 1));
        bytes.put(start + offset, from, from.position(), count);
        from.position(from.position() + count);
        return count;
    }

    // ---- the header ----------------------------------------------------------------------------------------------

    int pipe() {
        return pipe;
    }

    void pipe(int id) {
        pipe = id;
    }

    int headerSize() {
        return headerSize;
    }

    int headerWord(int index) {
        return header[Objects.checkIndex(index, headerSize)];
    }

    void pushHeader(int word) {
        room();
        System.arraycopy(header, 0, header, 1, headerSize);
        header[0] = word;
        headerSize++;
    }

    void appendHeader(int word) {
        room();
        header[headerSize++] = word;
    }

    int popHeader() {
        int word = headerWord(0);
        headerSize--;
        System.arraycopy(header, 1, header, 0, headerSize);
        return word;
    }

    void clearHeader() {
        headerSize = 0;
    }

    private void room() {
        if (headerSize == header.length) {
            header = Arrays.copyOf(header, Math.max(FIRST_WORDS, 2 * headerSize));
        }
    }

    boolean hasWord() {
        return aheadAt < aheadSize || size() >= Integer.BYTES;
    }

    int takeWord() {
        if (aheadAt < aheadSize) {
            return ahead[aheadAt++];
        }
        if (size() < Integer.BYTES) {
            throw new IllegalStateException("no word is left: size=" + size());
        }
        int word = bytes.getInt(start);
        start += Integer.BYTES;
        return word;
    }

    void arrive() {
        if (headerSize > 0) { // storing references costs the collector's bookkeeping, and most messages have no header
            int[] words = ahead;
            ahead = header;
            header = words;
        }
        aheadSize = headerSize;
        aheadAt = 0;
        headerSize = 0;
        pipe = 0;
    }

    @Override
    public String toString() {
        return "size=" + size() + ", header=" + headerSize + ", pipe=" + pipe + ", shared=" + isShared();
    }
}
