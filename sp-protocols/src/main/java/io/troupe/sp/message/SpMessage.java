// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.message;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What sockets carry: a body of bytes, and apart from it a header of 32-bit words that only protocols and raw sockets
 * look at. Each message has one holder, who sends it or releases it, once; others who want the same bytes {@link #retain}.
 * Sending takes the message over: what the receiver gets is another one, with the same memory. A message that was sent or
 * released refuses everything but {@link #close}, which is harmless then; it is never used again, only its memory is. So
 * {@code try (SpMessage m = …) { socket.send(m); }} is right, and nobody reads or writes another's message by mistake. A
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
     * A message from the pool whose body has this size and any content.
     *
     * @param size bytes, 0 or more
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

    /** A message from the pool with a copy of these bytes. */
    public static SpMessage of(byte... bytes) {
        SpMessage message = allocate(bytes.length);
        message.block.fill(bytes);
        return message;
    }

    /** A message from the pool with this text in UTF-8. */
    public static SpMessage of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** A message whose body is what the buffer holds from its position to its limit, not copied. */
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

    /** Whether others have messages with the same memory; then its bytes must not be changed. */
    public boolean isShared() {
        return held().isShared();
    }

    /**
     * A message for one more holder: with a header of its own, and the same bytes, which are not copied and must not be changed
     * from now on.
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

    /** Gives it back. */
    public void release() {
        if (!STATE.compareAndSet(this, HELD, RELEASED)) {
            throw misused(
                    "a sent message must not be released, it is the socket's", "a message must be released once only");
        }
        end();
    }

    /** Gives it back if it is still held. */
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
     * For sockets: takes the message over from the one who sends it.
     *
     * @return the same message, for its new holder
     * @throws IllegalStateException when it was sent or released before
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
     * For sockets: what {@link #handOver} returned could not be sent, and is this one again; if this was closed meanwhile it is
     * released.
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
     * The body: a buffer on its bytes, from its position to its limit, in big-endian order. Each call makes a new one. Valid
     * until the message is sent or released: whoever uses it afterwards sees, or spoils, what others do with the memory.
     */
    public ByteBuffer body() {
        return held().lent();
    }

    /** Bytes in the body. */
    public int size() {
        return held().size();
    }

    /** Whether the body lies outside the heap, where the system reads and writes it without a copy. */
    public boolean isDirect() {
        return held().isDirect();
    }

    /**
     * Cuts the body, or lengthens it within what was allocated.
     *
     * @param size bytes
     * @return this message
     */
    public SpMessage resize(int size) {
        held().resize(size);
        return this;
    }

    /** A copy of the body. */
    public byte[] bytes() {
        return held().copy();
    }

    /** The body as UTF-8. */
    public String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    /**
     * Copies the body's bytes, as many as the buffer has room for, to its position, which moves.
     *
     * @param offset of the first byte in the body
     * @return how many
     */
    public int copyTo(int offset, ByteBuffer to) {
        return held().copyTo(offset, to);
    }

    /**
     * Copies what the buffer has, as much as the body has room for, from its position, which moves.
     *
     * @param offset of the first byte in the body
     * @return how many
     */
    public int copyFrom(ByteBuffer from, int offset) {
        return held().copyFrom(from, offset);
    }

    // ---- the header ----------------------------------------------------------------------------------------------

    /** The pipe it came through, or (PAIR1 with many peers) the one it is to go through; 0: none. */
    public int pipe() {
        return held().pipe();
    }

    /** Sets {@link #pipe()}. */
    public SpMessage pipe(int id) {
        held().pipe(id);
        return this;
    }

    /** Words in the header. */
    public int headerSize() {
        return held().headerSize();
    }

    /** A word of the header; 0 is the first on the wire. */
    public int headerWord(int index) {
        return held().headerWord(index);
    }

    /** Puts a word before the others. */
    public void pushHeader(int word) {
        held().pushHeader(word);
    }

    /** Puts a word behind the others. */
    public void appendHeader(int word) {
        held().appendHeader(word);
    }

    /** Takes the first word away. */
    public int popHeader() {
        return held().popHeader();
    }

    /** Takes all words away. */
    public void clearHeader() {
        held().clearHeader();
    }

    /** Whether a word can be taken from the front of what has arrived. */
    public boolean hasWord() {
        return held().hasWord();
    }

    /** Takes the word at the front of what has arrived; see {@link #hasWord}. */
    public int takeWord() {
        return held().takeWord();
    }

    /** Bytes on the wire: header and body. */
    public int wireSize() {
        MessageBlock own = held();
        return own.headerSize() * Integer.BYTES + own.size();
    }

    /**
     * For transports that hand messages over as they are: what was the sender's header is now to be taken word by word,
     * as if it stood before the body.
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
