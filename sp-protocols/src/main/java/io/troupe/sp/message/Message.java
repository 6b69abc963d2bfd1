// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.message;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What sockets carry: a body of bytes, and apart from it a header of 32-bit words that only protocols and raw sockets
 * look at. Messages are counted and come from a pool: whoever holds one releases it once. A successful send hands the
 * message over (the sender must not touch it any more), a failed one leaves it with the caller, a receive hands it to
 * the receiver. A forgotten release costs garbage, nothing else. Not for several threads at a time, save for
 * {@link #retain}, {@link #release} and {@link #view}.
 */
public final class Message implements AutoCloseable {
    private static final VarHandle REFS;
    private static final int[] NO_WORDS = {};
    private static final int FIRST_WORDS = 4;
    private static final int MOST_POISON = 256;
    private static final byte POISON = (byte) 0xdb;

    static {
        try {
            REFS = MethodHandles.lookup().findVarHandle(Message.class, "refs", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final ByteBuffer buffer;
    /** Where the memory goes when nobody holds the message any more; null: to the garbage collector. */
    private @Nullable Shelf shelf;
    /** A view's whole: it keeps the memory alive. */
    private final @Nullable Message whole;
    /** When leaks are looked for: where it comes from. */
    private @Nullable Lease lease;

    private int start;
    private int end;
    private int[] header = NO_WORDS;
    private int headerSize;
    /** Words that came apart from the body (inproc) and are yet to be taken: as if they stood before the body. */
    private int[] ahead = NO_WORDS;

    private int aheadAt;
    private int aheadSize;
    private int pipe;

    @SuppressWarnings("unused") // by REFS
    private volatile int refs = 1;

    Message(ByteBuffer buffer, @Nullable Shelf shelf, @Nullable Message whole) {
        this.buffer = buffer;
        this.shelf = shelf;
        this.whole = whole;
        this.end = buffer.capacity();
    }

    /**
     * A message from the pool whose body has this size and any content.
     *
     * @param size bytes, 0 or more
     */
    public static Message allocate(int size) {
        if (size < 0) {
            throw new IllegalArgumentException("a body has no negative size: size=" + size);
        }
        Message message = MessagePool.take(size);
        Leaks leaks = Leaks.active();
        return leaks == null ? message : message.tracked(leaks);
    }

    /** A message from the pool with a copy of these bytes. */
    public static Message of(byte... bytes) {
        Message message = allocate(bytes.length);
        message.buffer.put(0, bytes);
        return message;
    }

    /** A message from the pool with this text in UTF-8. */
    public static Message of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** A message whose body is what the buffer holds from its position to its limit, not copied. */
    public static Message wrap(ByteBuffer content) {
        return new Message(content.slice(), null, null);
    }

    /**
     * The body: the bytes from the buffer's position to its limit, in big-endian order. Each call sets all three anew, so
     * reading or filling the buffer needs no rewinding. Valid until the message is sent or released.
     */
    public ByteBuffer body() {
        checkHeld();
        return buffer.limit(end).position(start).order(ByteOrder.BIG_ENDIAN);
    }

    /** Bytes in the body. */
    public int size() {
        return end - start;
    }

    /**
     * Cuts the body, or lengthens it within what was allocated.
     *
     * @param size bytes
     * @return this message
     */
    public Message resize(int size) {
        if (size < 0 || size > buffer.capacity() - start) {
            throw new IllegalArgumentException("a body's size must be from 0 to its capacity: size=" + size
                    + ", capacity=" + (buffer.capacity() - start));
        }
        end = start + size;
        return this;
    }

    /** A copy of the body. */
    public byte[] bytes() {
        checkHeld();
        byte[] copy = new byte[size()];
        buffer.limit(end).get(start, copy);
        return copy;
    }

    /** The body as UTF-8. */
    public String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    /** The pipe it came through, or (PAIR1 with many peers) the one it is to go through; 0: none. */
    public int pipe() {
        return pipe;
    }

    /** Sets {@link #pipe()}. */
    public Message pipe(int id) {
        pipe = id;
        return this;
    }

    /** Words in the header. */
    public int headerSize() {
        return headerSize;
    }

    /** A word of the header; 0 is the first on the wire. */
    public int headerWord(int index) {
        return header[Objects.checkIndex(index, headerSize)];
    }

    /** Puts a word before the others. */
    public void pushHeader(int word) {
        room();
        System.arraycopy(header, 0, header, 1, headerSize);
        header[0] = word;
        headerSize++;
    }

    /** Puts a word behind the others. */
    public void appendHeader(int word) {
        room();
        header[headerSize++] = word;
    }

    /** Takes the first word away. */
    public int popHeader() {
        int word = headerWord(0);
        headerSize--;
        System.arraycopy(header, 1, header, 0, headerSize);
        return word;
    }

    /** Takes all words away. */
    public void clearHeader() {
        headerSize = 0;
    }

    /** Makes the header that of another message. */
    public void copyHeader(Message other) {
        if (header.length < other.headerSize) {
            header = new int[other.header.length];
        }
        System.arraycopy(other.header, 0, header, 0, other.headerSize);
        headerSize = other.headerSize;
    }

    private void room() {
        if (headerSize == header.length) {
            header = Arrays.copyOf(header, Math.max(FIRST_WORDS, 2 * headerSize));
        }
    }

    /** Whether a word can be taken from the front of what has arrived. */
    public boolean hasWord() {
        return aheadAt < aheadSize || size() >= Integer.BYTES;
    }

    /** Takes the word at the front of what has arrived; see {@link #hasWord}. */
    public int takeWord() {
        if (aheadAt < aheadSize) {
            return ahead[aheadAt++];
        }
        if (size() < Integer.BYTES) {
            throw new IllegalStateException("no word is left: size=" + size());
        }
        int word = buffer.limit(end).order(ByteOrder.BIG_ENDIAN).getInt(start);
        start += Integer.BYTES;
        return word;
    }

    /** Bytes on the wire: header and body. */
    public int wireSize() {
        return headerSize * Integer.BYTES + size();
    }

    /**
     * For transports that hand messages over as they are: what was the sender's header is now to be taken word by word,
     * as if it stood before the body.
     */
    public void arrive() {
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

    /** One more holder; each releases once. */
    public Message retain() {
        int before;
        do {
            before = refs;
            if (before <= 0) {
                throw misused("a released message must not be used");
            }
        } while (!REFS.compareAndSet(this, before, before + 1));
        return this;
    }

    /** One holder less; the last gives the memory back. */
    public void release() {
        int before;
        do {
            before = refs;
            if (before <= 0) {
                throw misused("a message must be released once only");
            }
        } while (!REFS.compareAndSet(this, before, before - 1));
        if (before == 1) {
            end();
        }
    }

    /** Nobody holds it: each thing it owns goes back once. */
    private void end() {
        if (lease != null) {
            lease.end();
            poison();
        }
        if (whole != null) {
            whole.release();
        }
        if (shelf != null) {
            shelf.put(this);
        }
    }

    /** A plain read: finds mistakes of the thread itself, costs nothing. */
    private void checkHeld() {
        if ((int) REFS.get(this) <= 0) {
            throw misused("a released message must not be used");
        }
    }

    private IllegalStateException misused(String rule) {
        Throwable first = lease == null ? null : lease.released();
        return new IllegalStateException(rule + ": " + this, first);
    }

    /** {@link #release()}. */
    @Override
    public void close() {
        release();
    }

    /** Whether others hold it too. */
    public boolean isShared() {
        return refs > 1;
    }

    /** A message of its own with the same header and the same bytes, which are not copied: they must not be changed. */
    public Message view() {
        Message view = sameMemory(retain());
        view.copyHeader(this);
        if (lease != null) {
            Leaks leaks = Leaks.active();
            view.lease = leaks == null ? null : leaks.lease(view);
        }
        return view;
    }

    private static Message sameMemory(Message whole) {
        ByteBuffer same = whole.buffer.duplicate();
        same.clear();
        Message part = new Message(same, null, whole);
        part.start = whole.start;
        part.end = whole.end;
        return part;
    }

    /** A message with this one's memory, which it gives back, that is never used again. */
    private Message tracked(Leaks leaks) {
        Message message = sameMemory(this);
        message.lease = leaks.lease(message);
        return message;
    }

    /** Spoils memory that goes back to the pool, for those who still look at it. */
    private void poison() {
        if (whole != null && whole.shelf != null) {
            int some = Math.min(buffer.capacity(), MOST_POISON);
            for (int i = 0; i < some; i++) {
                whole.buffer.put(i, POISON);
            }
        }
    }

    /** For {@link Shelf}: where it goes when nobody holds it any more. */
    Message at(Shelf home) {
        shelf = home;
        return this;
    }

    /** For {@link MessagePool}: like new, with a body of this size. */
    void renew(int size) {
        start = 0;
        end = size;
        headerSize = 0;
        aheadSize = 0;
        aheadAt = 0;
        pipe = 0;
        REFS.setRelease(this, 1);
    }

    @Override
    public String toString() {
        return "Message(size=" + size() + ", header=" + headerSize + ", pipe=" + pipe + ", holders=" + refs + ")";
    }
}
