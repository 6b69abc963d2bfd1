// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.message;

import io.troupe.core.message.TextRule;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A message that sockets carry: a body of bytes, and apart from it a header of 32-bit words that only protocols and raw sockets
 * use. Its memory comes from a pool.
 *
 * <p>Each message has one holder, who sends or releases it, once; {@link #retain} makes a message for a further holder of the
 * same bytes. Sending takes the message over: the receiver gets another one with the same memory. A message that was sent or
 * released refuses every call with an {@link IllegalStateException}, save {@link #close}, which is harmless then. So {@code try
 * (SpMessage m = …) { socket.send(m); }} is right, and nobody reads or writes the memory of another message by mistake. A
 * forgotten release costs garbage, nothing else. Not for several threads at a time.
 *
 * <p>Invariant: of all messages with the same block one is held at most. A message leaves HELD by one compare-and-set, so of
 * several that send, release or close it one succeeds, and that one has the block.
 */
public final class SpMessage implements AutoCloseable {
    private static final VarHandle STATE;
    private static final int HELD = 0;
    private static final int SENT = 1;
    private static final int RELEASED = 2;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(SpMessage.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final MessageBlock block;
    /** When leaks are looked for: where it comes from. */
    private @Nullable LeakTrace trace;

    @SuppressWarnings("unused") // by STATE
    private volatile int state;

    /** The holder of a block that nobody else holds. */
    SpMessage(MessageBlock block) {
        this.block = block;
    }

    /**
     * {@return a message from the pool whose body has this size, and any content}
     *
     * @param size bytes, 0 or more; bodies of more than 1 MiB are not kept in the pool afterwards
     * @throws IllegalArgumentException if the size is negative
     */
    public static SpMessage allocate(int size) {
        if (size < 0) {
            throw new IllegalArgumentException("a body has no negative size: size=" + size);
        }
        SpMessage message = new SpMessage(MessagePool.take(size));
        LeakDetector leaks = LeakDetector.active();
        if (leaks != null) {
            message.trace = leaks.trace(message, null);
        }
        return message;
    }

    /**
     * {@return a message from the pool with a copy of these bytes}
     *
     * @param bytes the body, which may be empty
     */
    public static SpMessage of(byte... bytes) {
        SpMessage message = allocate(bytes.length);
        message.block.fill(bytes);
        return message;
    }

    /**
     * {@return a message from the pool with this text in UTF-8}
     *
     * @param text the body, which may be empty
     * @throws IllegalArgumentException if half a surrogate pair is in it, for which there are no bytes
     */
    public static SpMessage of(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (!new String(bytes, StandardCharsets.UTF_8).equals(text)) { // faster than to look at each character
            throw new IllegalArgumentException("a text must not have half a surrogate pair: index="
                    + TextRule.indexOfHalfPair(text) + ", length=" + text.length());
        }
        return of(bytes);
    }

    /**
     * {@return a message whose body is the buffer from its position to its limit, not copied} It does not come from the pool.
     *
     * @param content must not change until the message, and all that were retained from it, are released; its position stays
     */
    public static SpMessage wrap(ByteBuffer content) {
        return new SpMessage(new MessageBlock(content.slice(), null));
    }

    // ---- who holds it --------------------------------------------------------------------------------------------

    /** The block, for its holder. A plain read: finds mistakes of the thread itself, costs nothing. */
    private MessageBlock held() {
        if ((int) STATE.get(this) != HELD) {
            throw unusable();
        }
        return block;
    }

    private IllegalStateException unusable() {
        return misused("a sent message must not be used, it is the socket's", "a released message must not be used");
    }

    private IllegalStateException misused(String ruleOfSent, String ruleOfReleased) {
        LeakTrace known = trace;
        return new IllegalStateException(
                state == SENT ? ruleOfSent : ruleOfReleased, known == null ? null : known.ended());
    }

    /** {@return whether other messages have the same memory} Then the bytes must not be changed. */
    public boolean isShared() {
        return held().isShared();
    }

    /**
     * {@return a message for one more holder} It has a copy of the header and the same bytes, which are not copied and must not
     * be changed as long as both are held. Its {@link #pipe} is 0.
     */
    public SpMessage retain() {
        MessageBlock own = held();
        if (!own.retain()) {
            throw unusable();
        }
        if (state != HELD) { // released by another thread in this moment: what was counted may be the next user's
            own.release(false);
            throw unusable();
        }
        SpMessage other = new SpMessage(own.shared());
        other.follow(this);
        return other;
    }

    /**
     * Releases the message: its memory goes back to the pool when no other message has it.
     *
     * @throws IllegalStateException if the message was sent or released before
     */
    public void release() {
        if (!STATE.compareAndSet(this, HELD, RELEASED)) {
            throw misused(
                    "a sent message must not be released, it is the socket's", "a message must be released once only");
        }
        end();
    }

    /** Releases the message if it was neither sent nor released; harmless otherwise. */
    @Override
    public void close() {
        if (STATE.compareAndSet(this, HELD, RELEASED)) {
            end();
        } else {
            STATE.compareAndSet(this, SENT, RELEASED); // if the send fails nobody wants it back
        }
    }

    private void end() {
        LeakTrace known = trace;
        if (known == null) {
            block.release(false);
        } else {
            known.end("released");
            block.release(true);
        }
    }

    /**
     * For sockets: takes the message over from its sender. From now on this message counts as sent.
     *
     * @return a message with the same memory, header and pipe, for its new holder
     * @throws IllegalStateException if the message was sent or released before
     */
    public SpMessage handOver() {
        if (!STATE.compareAndSet(this, HELD, SENT)) {
            throw misused("a message must be sent once only", "a released message must not be sent");
        }
        SpMessage own = new SpMessage(block);
        own.follow(this);
        LeakTrace known = trace;
        if (known != null) {
            known.end("sent");
        }
        return own;
    }

    /**
     * For sockets: gives a message that could not be sent back to its sender, so that this message is held again. If it was closed
     * meanwhile it is released.
     *
     * @param own the message that {@link #handOver} returned, still held; it counts as sent from now on
     * @throws IllegalStateException if {@code own} is another message, or is not held any more
     */
    public void takeBack(SpMessage own) {
        if (own.block != block || !STATE.compareAndSet(own, HELD, SENT)) {
            throw new IllegalStateException("only what was handed over and not sent can be taken back");
        }
        follow(own);
        LeakTrace known = own.trace;
        if (known != null) {
            known.end("taken back");
        }
        if (!STATE.compareAndSet(this, SENT, HELD)) {
            end();
        }
    }

    /** When leaks are looked for: is looked for like the other one. */
    private void follow(SpMessage other) {
        LeakDetector leaks = LeakDetector.active();
        if (other.trace != null && leaks != null) {
            trace = leaks.trace(this, other.trace);
        }
    }

    // ---- the body ------------------------------------------------------------------------------------------------

    /**
     * {@return a new buffer on the bytes of the body, from its position to its limit, in big-endian order} It is valid until
     * the message is sent or released. A later use of it reads, or spoils, the memory of another message.
     */
    public ByteBuffer body() {
        return held().lent();
    }

    /** {@return the size of the body in bytes} */
    public int size() {
        return held().size();
    }

    /** {@return whether the body lies outside the heap, where the system reads and writes it without a copy} */
    public boolean isDirect() {
        return held().isDirect();
    }

    /**
     * Cuts the body, or lengthens it within what was allocated.
     *
     * @param size bytes, 0 to the capacity that was allocated
     * @return this message
     * @throws IllegalArgumentException if the size is negative or more than the capacity
     */
    public SpMessage resize(int size) {
        held().resize(size);
        return this;
    }

    /** {@return a copy of the body} */
    public byte[] bytes() {
        return held().copy();
    }

    /** {@return the body as text in UTF-8; malformed bytes are replaced} */
    public String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    /**
     * Copies bytes of the body into a buffer, as many as it has room for.
     *
     * @param offset of the first byte in the body, 0 to its size
     * @param to gets the bytes at its position, which moves
     * @return how many bytes were copied
     * @throws IndexOutOfBoundsException if the offset lies outside the body
     */
    public int copyTo(int offset, ByteBuffer to) {
        return held().copyTo(offset, to);
    }

    /**
     * Copies bytes of a buffer into the body, as many as the body has room for.
     *
     * @param from the bytes from its position on, which moves
     * @param offset of the first byte in the body, 0 to its size
     * @return how many bytes were copied
     * @throws IndexOutOfBoundsException if the offset lies outside the body
     */
    public int copyFrom(ByteBuffer from, int offset) {
        return held().copyFrom(from, offset);
    }

    // ---- the header ----------------------------------------------------------------------------------------------

    /** {@return the number of the pipe it came through, or (PAIR1 with many peers) is to go through; 0: none} */
    public int pipe() {
        return held().pipe();
    }

    /**
     * Sets the pipe that the message is to go through, see {@link #pipe()}.
     *
     * @param id the number of the pipe; 0: none
     * @return this message
     */
    public SpMessage pipe(int id) {
        held().pipe(id);
        return this;
    }

    /** {@return how many words the header has} */
    public int headerSize() {
        return held().headerSize();
    }

    /**
     * {@return a word of the header}
     *
     * @param index 0 is the first on the wire
     * @throws IndexOutOfBoundsException if there is no such word
     */
    public int headerWord(int index) {
        return held().headerWord(index);
    }

    /**
     * Adds a word at the front of the header.
     *
     * @param word goes first on the wire
     */
    public void pushHeader(int word) {
        held().pushHeader(word);
    }

    /**
     * Adds a word at the end of the header.
     *
     * @param word goes last on the wire, before the body
     */
    public void appendHeader(int word) {
        held().appendHeader(word);
    }

    /**
     * Removes the first word of the header.
     *
     * @return the word
     * @throws IndexOutOfBoundsException if the header is empty
     */
    public int popHeader() {
        return held().popHeader();
    }

    /** Removes all words of the header. */
    public void clearHeader() {
        held().clearHeader();
    }

    /** {@return whether {@link #takeWord} finds a word} For protocols that read a received message. */
    public boolean hasWord() {
        return held().hasWord();
    }

    /**
     * Takes the first word of a received message: 4 bytes in big-endian order from the front of the body, which becomes
     * shorter, or a word that {@link #arrive} has put before them.
     *
     * @return the word
     * @throws IllegalStateException if less than a word is left
     */
    public int takeWord() {
        return held().takeWord();
    }

    /** {@return the bytes of header and body together, as they go on the wire} */
    public int wireSize() {
        MessageBlock own = held();
        return own.headerSize() * Integer.BYTES + own.size();
    }

    /**
     * For transports that hand messages over as they are: makes a sent message a received one. {@link #takeWord} gives the
     * words of its header, as if they stood before the body; the header is empty, and {@link #pipe} is 0.
     */
    public void arrive() {
        held().arrive();
    }

    @Override
    public String toString() {
        int now = state;
        return now == HELD ? "SpMessage(" + block + ")" : now == SENT ? "SpMessage(sent)" : "SpMessage(released)";
    }
}
