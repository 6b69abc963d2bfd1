// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import io.troupe.sp.message.SpMessage;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The sending half of a {@link NioPipe}. It is in one of two states:
 *
 * <ul>
 *   <li>direct: nothing waits, so the thread that offers a message writes it; at once while messages come one by one, and together
 *       with those that follow while they stream,
 *   <li>backlog: the system takes no more ({@code blocked}), or messages wait in the queue; an offer goes to the queue, and the
 *       reactor writes when the channel takes bytes again. When all is written it is direct again.
 * </ul>
 *
 * <p>{@code work} is the lock: who raises it from 0 is the holder, others leave a note by raising it, and the holder looks
 * again. Fields without another remark are the holder's. Invariants:
 *
 * <ul>
 *   <li>When nobody holds it and bytes are unwritten, the writer is {@code listed} with the flusher, or {@code armed} for the
 *       reactor. So nothing stays unwritten, whether its sender comes back or not.
 *   <li>Each message that entered {@link #queue} is followed by a note; so nothing stays in the queue, even after the end.
 *   <li>When the pipe is closed a holder closes the queue, and counts what was in it and what is unwritten as dropped; when the
 *       queue is empty for good the writer has {@code ended}, which the pipe waits for before it tells its end. Who was refused
 *       by a closed queue leaves a note, for it may have looked like one that adds.
 *   <li>Who refuses a message sets the queue's mark and looks again; who drains it looks at the mark afterwards. So each
 *       refusal is followed by {@code onWritable}.
 * </ul>
 */
final class PipeWriter {
    /** So many staged bytes are written whoever else comes. */
    private static final int BATCH = 64 * 1024;
    /** So often a reactor looks again before its other pipes have their turn. */
    private static final int MOST_ROUNDS = 16;
    /** And so many messages it takes from the queue each time. */
    private static final int MOST_DRAINED = 64;
    /** So many messages are taken in a row on a reactor's thread. */
    private static final int MOST_IN_A_ROW = 64;
    /** After so many messages that came one right after the other, the next are held back. */
    private static final int STREAK = 6;
    /** Messages further apart than this are not a stream, nanoseconds. */
    private static final long GAP = 20_000;
    /** Bytes younger than this are not the flusher's concern, nanoseconds. */
    private static final long YOUNG = 40_000;

    private final NioPipe pipe;
    private final WriteBatch unwritten;
    private final PipeSendQueue queue;
    private final AtomicInteger work = new AtomicInteger();
    private final Runnable goingOn = this::goOn;
    private final Runnable tellingAgain = this::tellRoom;
    private final WriteAction writing;
    private final WriteAction draining = this::drain;
    private final WriteAction takingOver = this::pushAndWrite;

    private boolean shut;
    private boolean broken;
    private boolean armed;
    /** Others set it back; when that gets lost, a little more or less is held back. */
    private int streak;

    private boolean closing;

    private volatile boolean ended;
    private volatile boolean blocked;
    private volatile boolean listed;
    private volatile boolean poked;
    private volatile boolean flushWanted;
    private volatile boolean retryWanted;

    /** About telling of room; the reactor's, others may be late to see them, and do not care. */
    private boolean telling;

    private boolean toldEnough;
    private int offersLeft;

    /** The next in the flusher's list of newcomers; written before it is added, then the flusher's. */
    @Nullable
    PipeWriter next;

    PipeWriter(NioPipe pipe, SocketChannel channel, FrameFormat format, BufferPool buffers, int sendBuffer) {
        this.pipe = pipe;
        this.unwritten = new WriteBatch(channel, format, buffers);
        this.writing = unwritten::write;
        this.queue = new PipeSendQueue(sendBuffer);
    }

    boolean offer(SpMessage message) {
        if (!pipe.isOpen() || queue.isFull() || hasOfferedEnough()) {
            return false;
        }
        if (work.compareAndSet(0, 1)) {
            boolean taken = true;
            if (isDirect()) {
                takeOver(message);
            } else {
                taken = queue.offer(message);
                step();
            }
            leave();
            return taken;
        }
        boolean taken = queue.offer(message);
        if (taken || pipe.isClosed()) {
            note();
        }
        return taken;
    }

    private boolean isDirect() {
        return !blocked && !broken && !ended && queue.isEmpty();
    }

    /** Whether nothing is taken, written or dropped any more. */
    boolean isEnded() {
        return ended;
    }

    boolean isWritable() {
        return pipe.isOpen() && !queue.isFull();
    }

    int pending() {
        return unwritten.messages() + queue.size();
    }

    /** Writes what is held back. */
    void flush() {
        if (listed || streak != 0) {
            streak = 0;
            flushWanted = true;
            note();
        }
    }

    /** A thread polls: it may as well write what did not fit before. */
    void poke() {
        if (blocked) {
            poked = true;
            if (work.compareAndSet(0, 1)) {
                retry();
                leave();
            }
        }
    }

    /** A thread is about to sleep, and does not poke any more. */
    void watch() {
        if (blocked && work.compareAndSet(0, 1)) {
            retry();
            if (blocked && !armed) {
                arm();
            }
            leave();
        }
    }

    /** The channel takes bytes again. */
    void onReady() {
        retryWanted = true;
        note();
    }

    /** Something has changed: the pipe's state, or the queue. */
    void note() {
        if (work.getAndIncrement() == 0) {
            step();
            leave();
        }
    }

    /** The flusher asks, each 50 µs or a little later, whether it has to come again. */
    boolean tick() {
        if (!work.compareAndSet(0, 1)) {
            return true; // somebody is at it
        }
        if (!pipe.isClosed() && !blocked && isUnwritten() && System.nanoTime() - unwritten.stagedAt() >= YOUNG) {
            guarded(writing);
        } else if (blocked && !poked && !armed) {
            arm();
        }
        poked = false;
        boolean again = isUnwritten() && !armed;
        listed = again;
        leave();
        return again;
    }

    private boolean isUnwritten() {
        return !unwritten.isEmpty() || !queue.isEmpty();
    }

    private void arm() {
        armed = true;
        pipe.wantWritable(true);
    }

    private void leave() {
        leave(1);
    }

    private void goOn() {
        int seen = work.get();
        step();
        leave(seen);
    }

    /** Lets go of the lock once nobody has left a note; if notes come and come, a reactor looks at its other pipes first. */
    private void leave(int done) {
        boolean any = settle();
        int seen = done;
        for (int rounds = 0; work.addAndGet(-seen) != 0; rounds++) {
            if (rounds >= MOST_ROUNDS && pipe.reactor().isOwnThread()) {
                pipe.reactor().execute(goingOn);
                break;
            }
            seen = work.get();
            step();
            any |= settle();
        }
        if (any) {
            tellRoom();
        }
    }

    /** Makes the invariants true; whether those who were refused are to be told of room. */
    private boolean settle() {
        if (armed && !blocked) {
            armed = false;
            pipe.wantWritable(false);
        }
        if (!isUnwritten()) {
            unwritten.giveBack();
            if (pipe.isEnding() && !shut) {
                shut = true;
                pipe.saidAll();
            }
        } else if (!listed && !armed) {
            listed = true;
            pipe.flusher().add(this);
        }
        return queue.hasRoomAgain();
    }

    private void step() {
        if (pipe.isClosed()) {
            end();
            return;
        }
        if (broken) {
            discard();
            return;
        }
        if (retryWanted) {
            retryWanted = false;
            retry();
        }
        guarded(draining);
        if (flushWanted) {
            flushWanted = false;
            if (!blocked) {
                guarded(writing);
            }
        }
    }

    /** Goes on where the system took no more. */
    private void retry() {
        if (blocked) {
            blocked = false;
            guarded(writing);
            guarded(draining);
        }
    }

    private void takeOver(SpMessage message) {
        streak = unwritten.takeAfter(message) < GAP ? streak + 1 : 0;
        guarded(takingOver);
    }

    private boolean pushAndWrite() throws IOException {
        return unwritten.push() && (isHeldBack() || unwritten.write());
    }

    private boolean isHeldBack() {
        return streak >= STREAK && unwritten.bytes() < BATCH && !flushWanted && !pipe.isEnding();
    }

    /** Takes from the queue until it is empty or the system takes no more, then writes. */
    private boolean drain() throws IOException {
        if (blocked || !unwritten.push()) {
            return false;
        }
        int drained = 0;
        for (SpMessage next = queue.poll(); next != null; next = queue.poll()) {
            streak++;
            unwritten.take(next);
            if (!unwritten.push()) {
                return false;
            }
            if (++drained == MOST_DRAINED) {
                work.getAndIncrement(); // a note to ourselves: there may be more
                break;
            }
        }
        return isHeldBack() || unwritten.write();
    }

    private void guarded(WriteAction action) {
        try {
            if (!action.run()) {
                blocked = true;
            }
        } catch (Throwable e) { // whatever it is, no memory for a buffer, say: the lock must be let go
            broken = true;
            pipe.cannotWrite(e); // before there is room, or those who wait would fill it
            discard();
        }
    }

    private void end() {
        if (!closing) {
            closing = true;
            queue.close();
        }
        discard();
        if (!ended && queue.isEmpty()) {
            ended = true;
            pipe.writerEnded();
        }
    }

    private void discard() {
        int dropped = unwritten.discard();
        blocked = false;
        for (SpMessage next = queue.poll(); next != null; next = queue.poll()) {
            next.release();
            dropped++;
        }
        pipe.dropped(dropped);
    }

    /**
     * Tells those who were refused of room. They offer on the thread that tells, and find room as long as the peer reads, which
     * would keep a reactor from all else: so it lets them wait again for a moment, and tells once more when it has looked at its
     * other pipes. Any thread tells.
     */
    private void tellRoom() {
        if (telling || !pipe.reactor().isOwnThread()) {
            pipe.roomAgain();
            return;
        }
        telling = true;
        offersLeft = MOST_IN_A_ROW;
        try {
            pipe.roomAgain();
        } finally {
            telling = false;
        }
        if (toldEnough) {
            toldEnough = false;
            pipe.reactor().execute(tellingAgain);
        }
    }

    /** Whether this thread is a reactor's that has taken so much that its other pipes come first; who offers is told again. */
    private boolean hasOfferedEnough() {
        if (telling && pipe.reactor().isOwnThread() && --offersLeft < 0) {
            toldEnough = true;
            return true;
        }
        return false;
    }

    /** Writing, which may fail; false: the system takes no more for now. */
    private interface WriteAction {
        boolean run() throws IOException;
    }
}
