// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.PipeHandler;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The receiving half of a {@link NioPipe}. Threads that poll read for themselves; the reactor reads when nobody polls.
 *
 * <p>{@code work} is the lock, as in {@link PipeWriter}. Whoever holds it reads and hands over; the end of the pipe is
 * told by a holder too, so it comes after the last message. Invariant, whenever nobody holds it and the pipe lives: it is
 *
 * <ul>
 *   <li>{@code blocked}, its handler refused a message and owes a resume (which leaves a note, even before the refusal
 *       has come back, and is honoured by the holder), or
 *   <li>ARMED, the reactor is told of bytes and of the end, or
 *   <li>POLLED, threads poll, and the reactor asks each millisecond whether they still do, else arms it.
 * </ul>
 *
 * OFF is for blocked ones only. Who unblocks looks at the mode afterwards, who sets OFF looks at {@code blocked} afterwards:
 * one of both arms. Who goes to sleep sets {@code asleep}, then looks at the mode; who leaves it to polls looks at
 * {@code asleep} afterwards. Who arms sets the mode, then the interest; who leaves it to polls sets the mode, then the
 * interest, then looks at the mode once more: so an armed reader never stays without interest, whichever change comes last.
 */
final class PipeReader {
    private static final int ARMED = 0;
    private static final int POLLED = 1;
    private static final int OFF = 2;

    /** Reads in a row on the reactor's thread before others have their turn. */
    private static final int REACTOR_READS = 16;

    private static final int RESUME_READS = 4;
    /** So often a reactor looks again before its other pipes have their turn. */
    private static final int MOST_ROUNDS = 16;
    /** When others have read first so many times in a row, they will do so again. */
    private static final int MOST_BEATS = 3;

    private static final int END = -1;

    private final NioPipe pipe;
    private final SocketChannel channel;
    private final FrameFormat format;
    private final BufferPool buffers;
    private final StreamDecoder decoder;
    /** Begins as held by the one who starts the pipe. */
    private final AtomicInteger work = new AtomicInteger(1);

    private final Runnable goingOn = this::goOn;
    private final ByteBuffer[] pair = new ByteBuffer[2];

    /** The holder's: the message that the handler refused, and the bytes behind it. */
    private @Nullable SpMessage held;

    private @Nullable ByteBuffer left;
    private boolean handed;
    private boolean ended;
    private boolean told;
    private volatile boolean blocked;
    private volatile boolean polled;
    private volatile boolean asleep;
    private volatile int mode = ARMED;
    /** The reactor's: whether it keeps this one in mind, and how often in a row others have read before it could. */
    private boolean checked;

    private int beats;

    PipeReader(
            NioPipe pipe,
            SocketChannel channel,
            FrameFormat format,
            ReactorContext reactorContext,
            int maxReceiveSize) {
        this.pipe = pipe;
        this.channel = channel;
        this.format = format;
        this.buffers = reactorContext.buffers();
        this.decoder = new StreamDecoder(format, maxReceiveSize, reactorContext.budget());
    }

    /** The handler is known: from now on it is told. */
    void start() {
        leave();
    }

    boolean isBlocked() {
        return blocked;
    }

    /** Reads once, on a thread that will come again. */
    boolean poll() {
        if (asleep) {
            asleep = false;
        }
        return readHere();
    }

    private boolean readHere() {
        if (!polled) {
            polled = true;
        }
        if (blocked || !work.compareAndSet(0, 1)) {
            return false;
        }
        step(1);
        boolean any = handed;
        leave();
        return any;
    }

    /** The calling thread will not poll any more. */
    void watch() {
        if (readHere()) {
            return; // there is no reason to sleep
        }
        asleep = true;
        if (mode != ARMED && !blocked) {
            arm();
        }
    }

    /** The handler has room again. */
    void resume() {
        note();
    }

    /** Something has changed: the pipe is closed, or the handler has room. */
    void note() {
        if (work.getAndIncrement() == 0) {
            step(0);
            leave();
        }
    }

    /** The reactor was told that there are bytes, or the end. */
    void onReady() {
        if (blocked) {
            leaveToPolls();
        } else if (!work.compareAndSet(0, 1)) {
            beaten();
        } else {
            int read = step(REACTOR_READS);
            leave();
            if (blocked) {
                leaveToPolls();
            } else if (read == 0) {
                beaten();
            } else {
                beats = 0;
            }
        }
    }

    /** Somebody else read what the reactor was told of. */
    private void beaten() {
        if (++beats >= MOST_BEATS && !asleep) {
            beats = 0;
            leaveToPolls();
        }
    }

    private void leaveToPolls() {
        mode = POLLED;
        pipe.wantReadable(false);
        if (!checked) {
            checked = true;
            pipe.reactor().checkPolls(this);
        }
        if (mode == ARMED) { // by somebody who went to sleep since, and may be awake again: our change of interest came
            // last
            pipe.wantReadable(true);
        } else if (asleep && !blocked) { // see the class comment
            arm();
        }
    }

    /** Whether the reactor has to ask again; its thread. */
    boolean stillPolled() {
        if (mode == POLLED && !pipe.isClosed()) {
            if (polled) {
                polled = false;
                return true;
            }
            if (blocked) {
                mode = OFF;
                if (!blocked) { // see the class comment
                    arm();
                }
            } else {
                arm();
            }
        }
        checked = false;
        return false;
    }

    private void arm() {
        mode = ARMED;
        pipe.wantReadable(true);
    }

    private void leave() {
        leave(1);
    }

    private void goOn() {
        int seen = work.get();
        step(0);
        leave(seen);
    }

    /** Lets go of the lock once nobody has left a note; if notes come and come, a reactor looks at its other pipes first. */
    private void leave(int done) {
        int seen = done;
        for (int rounds = 0; work.addAndGet(-seen) != 0; rounds++) {
            if (rounds >= MOST_ROUNDS && pipe.reactor().isOwnThread()) {
                pipe.reactor().execute(goingOn);
                return;
            }
            seen = work.get();
            step(0);
        }
        int now = mode;
        if (now != ARMED && !blocked && (now == OFF || asleep)) {
            arm();
        }
    }

    /** Hands over what is held, then reads so many times at most; returns how many bytes, END: no more will come. */
    private int step(int reads) {
        if (pipe.isClosed()) {
            end();
            return END;
        }
        handed = false;
        try {
            int most = reads;
            if (held != null) {
                if (!handOverHeld()) {
                    return 0;
                }
                most = Math.max(reads, RESUME_READS);
            }
            int total = 0;
            for (int i = 0; i < most && !blocked; i++) {
                int count = read();
                if (count <= 0) {
                    break;
                }
                total += count;
                if (count < format.headerSize()) { // most likely there is no more, and if there is, we shall be told
                    break;
                }
            }
            if (handed) {
                pipe.flush(); // answers that were given meanwhile, or a stream that is none any more
            }
            return total;
        } catch (IOException e) {
            pipe.lost(e);
        } catch (SpException e) {
            pipe.misunderstood(e);
        } catch (RuntimeException | OutOfMemoryError e) { // whatever it is, the lock must be let go
            pipe.onFailure(e);
        }
        return END;
    }

    private int read() throws IOException {
        ByteBuffer in = buffers.take();
        boolean kept = false;
        try {
            long count;
            ByteBuffer body = decoder.wanted();
            if (body == null) {
                if (decoder.afterLarge()) {
                    in.limit(format.headerSize()); // so that the next large body can be read to its place
                }
                count = channel.read(in);
            } else {
                pair[0] = body;
                pair[1] = in.limit(format.headerSize());
                int before = body.position();
                count = channel.read(pair, 0, 2);
                decoder.filled(body.position() - before);
            }
            if (count < 0) {
                pipe.lost(null);
                return END;
            }
            if (count > 0 && !deliver(in.flip())) {
                kept = true;
                left = buffers.keep(in);
            }
            return (int) count;
        } finally {
            if (!kept) {
                buffers.give(in);
            }
        }
    }

    /** Hands over what these bytes complete; false: a message was refused, and is held, the rest of the bytes is to be kept. */
    private boolean deliver(ByteBuffer in) {
        for (SpMessage next = decoder.next(in); next != null; next = decoder.next(in)) {
            if (!handOver(next)) {
                held = next;
                blocked = true;
                return false;
            }
        }
        return true;
    }

    private boolean handOver(SpMessage message) {
        PipeHandler handler = pipe.handler();
        message.pipe(pipe.id());
        handed = true;
        if (handler != null && handler.onMessage(pipe, message)) {
            return true;
        }
        if (handler != null && !pipe.isEnding()) {
            return false;
        }
        message.release(); // who says goodbye does not wait for room
        pipe.dropped(1);
        return true;
    }

    private boolean handOverHeld() {
        SpMessage message = held;
        ByteBuffer behind = left;
        if (message == null || behind == null || !handOver(message)) {
            return false;
        }
        held = null;
        blocked = false;
        if (!deliver(behind)) {
            return false;
        }
        left = null;
        buffers.drop(behind);
        return true;
    }

    private void end() {
        if (!ended) {
            ended = true;
            giveBack();
        }
        if (!told && pipe.isWriterEnded()) { // if not, it leaves a note when it has
            told = true;
            pipe.tellClosed();
        }
    }

    private void giveBack() {
        SpMessage refused = held;
        if (refused != null) {
            held = null;
            refused.release();
            pipe.dropped(1);
        }
        ByteBuffer behind = left;
        if (behind != null) {
            left = null;
            buffers.drop(behind);
        }
        blocked = false;
        decoder.discard();
    }
}
