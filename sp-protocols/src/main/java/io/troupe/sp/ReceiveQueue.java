// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.MessageReceiver;
import io.troupe.sp.socket.SocketTimers;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.Pipe;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * Received messages that wait for their receiver, at most a given number (where that is no power of two: and one more for
 * each pipe that adds at the same moment; from 64 on: and an eighth more that receivers have carried to their side). Pipes
 * whose message finds no room stop reading until half of it is free again; they go on in the order in which they were refused,
 * and no other pipe takes that room from them. Any number of threads on both sides.
 *
 * <p>Invariant: a pipe that was refused is listed in {@code refused} and then marked ({@code anyRefused}) before a last try;
 * whoever takes a message looks at that mark afterwards. A full fence stands between the two on both sides, so either the last
 * try finds room or the pipe is resumed; that may come before {@link #put} has returned false. After {@link #close} nothing
 * stays in it.
 */
final class ReceiveQueue implements MessageReceiver {
    /** From this capacity on receivers carry some messages to their side of the machine at once. */
    private static final int ROOMY = 64;

    private final MpscVarHandleArrayQueue<SpMessage> queue;
    private final ReentrantLock taking = new ReentrantLock();
    /**
     * Taken out of the queue in one go, so that receivers and pipes do not touch its memory in turns: handing over is half as
     * fast again. Guarded by the lock.
     */
    private final @Nullable SpMessage[] ahead;

    private final MessagePassingQueue.Consumer<SpMessage> carry = this::carry;
    private int aheadAt;
    private int aheadEnd;
    private final int capacity;
    private final boolean exact;
    private final Queue<Pipe> refused = new ConcurrentLinkedQueue<>();
    /** What was taken for promises that were cancelled in the same moment; comes before all else. */
    private final Queue<SpMessage> front = new ConcurrentLinkedQueue<>();

    private volatile boolean anyRefused;
    /** Whether the last time all refused pipes were let go; a guess that threads may overwrite for each other. */
    private volatile boolean allWent;

    private final WaitQueue<ReceiveQueue, SpMessage> waitQueue;
    private final SocketTimers timers;
    private final PipePoller poller;
    private final SocketCounters counters;
    private final LiveOptions settings;
    private volatile boolean closed;

    /**
     * An empty one.
     *
     * @param capacity messages, 1 or more
     * @param counters of what is received
     * @param settings {@code receiveTimeout} counts
     */
    ReceiveQueue(
            int capacity,
            SocketTimers timers,
            AdaptiveSpin spinner,
            PipePoller poller,
            SocketCounters counters,
            LiveOptions settings) {
        this.capacity = capacity;
        this.timers = timers;
        this.poller = poller;
        this.counters = counters;
        this.settings = settings;
        int size = Math.max(2, capacity);
        this.exact = Integer.bitCount(capacity) != 1 || capacity == 1;
        this.queue = new MpscVarHandleArrayQueue<>(size);
        this.ahead = new SpMessage[capacity < ROOMY ? 1 : capacity / 8];
        this.waitQueue = new WaitQueue<>("a receive", ReceiveQueue::attempt, spinner, poller, ReceiveQueue::putBack);
    }

    /**
     * Adds a message that came through this pipe.
     *
     * @return false when there is no room: the message is still the pipe's, which will be resumed
     */
    boolean put(Pipe from, SpMessage message) {
        if ((!anyRefused || isHalfFree()) && offer(message)) {
            return true;
        }
        refused.add(from);
        anyRefused = true;
        VarHandle.fullFence(); // see the class comment
        return isHalfFree() && offer(message);
    }

    private boolean isHalfFree() {
        return queue.size() <= capacity / 2;
    }

    /** Adds a message; false when there is no room, and nobody is told when there is again. */
    boolean offer(SpMessage message) {
        if (closed) {
            message.release();
            return true;
        }
        if ((exact && queue.size() >= capacity) || !queue.offer(message)) {
            return false;
        }
        waitQueue.signalFenced(); // the queue moves its end by compare-and-set
        if (closed) {
            clear(); // close may have cleared it before the message was in
        }
        return true;
    }

    /** Takes a message if there is one. */
    @Nullable
    SpMessage poll() {
        SpMessage message = next();
        if (message != null) {
            VarHandle.fullFence(); // see the class comment
            if (anyRefused && isHalfFree()) {
                resume();
            }
        }
        return message;
    }

    /** Takes a message for a user, and counts it before he has it: then it may be gone at any moment. */
    private @Nullable SpMessage attempt() {
        SpMessage message = poll();
        if (message != null) {
            counters.received(message.size());
        }
        return message;
    }

    private void carry(SpMessage message) {
        ahead[aheadEnd++] = message;
    }

    private @Nullable SpMessage next() {
        taking.lock();
        try {
            return nextLocked();
        } finally {
            taking.unlock();
        }
    }

    private @Nullable SpMessage nextLocked() {
        SpMessage message = front.poll();
        if (message != null) {
            return message;
        }
        if (aheadAt == aheadEnd) {
            aheadAt = 0;
            aheadEnd = 0;
            if (queue.drain(carry, ahead.length) == 0) {
                return queue.poll(); // unlike drain it waits for a message that is being added: its signal may be over
            }
        }
        message = ahead[aheadAt];
        ahead[aheadAt++] = null;
        return message;
    }

    /** Takes back what was taken and counted for a promise that was cancelled in that moment: it is the next. */
    void putBack(SpMessage message) {
        counters.returned(message.size());
        front.add(message);
        if (closed) {
            clear(); // see offer
        }
    }

    @Override
    public SpMessage receive() {
        return waitQueue.await(this, settings.receiveNanos());
    }

    @Override
    public SpMessage receive(Duration limit) {
        return waitQueue.await(this, Timeouts.nanos(limit));
    }

    @Override
    public Optional<SpMessage> tryReceive() {
        SpMessage message = waitQueue.tryNow(this);
        return Optional.ofNullable(message == null && poller.poll() ? waitQueue.tryNow(this) : message);
    }

    @Override
    public Promise<SpMessage> receiveLater() {
        return waitQueue.later(this, timers, settings.receiveNanos());
    }

    /** Messages in it. */
    int size() {
        int carried;
        taking.lock();
        try {
            carried = aheadEnd - aheadAt;
        } finally {
            taking.unlock();
        }
        return queue.size() + carried + front.size();
    }

    /** Drops what is in it; returns how much. */
    int clear() {
        int dropped = 0;
        for (int left = size(); left > 0; left--) { // what is added meanwhile is not meant: this must end
            SpMessage message = next();
            if (message != null) {
                message.release();
                dropped++;
            }
        }
        resume();
        return dropped;
    }

    /** Ends all waiting, and drops what is in it now or comes later. */
    int close(SpException cause) {
        closed = true;
        waitQueue.end(cause);
        return clear();
    }

    /**
     * Lets pipes go on until half of the room is taken. A pipe that is refused again stands at the end of the list, and only
     * as many as there were are resumed: whoever empties a small queue does not serve busy pipes forever. Pipes that deliver
     * later on other threads are all let go, and refused again in the same order; then another begins.
     */
    private void resume() {
        do {
            anyRefused = false;
            int left = refused.size();
            Pipe first = allWent && left > 1 ? refused.poll() : null;
            if (first != null) {
                refused.add(first);
            }
            while (left > 0 && isHalfFree()) {
                Pipe pipe = refused.poll();
                if (pipe == null) {
                    break;
                }
                pipe.resume();
                left--;
            }
            allWent = left == 0;
            if (refused.isEmpty()) {
                return;
            }
            anyRefused = true;
            VarHandle.fullFence(); // messages that were taken meanwhile did not find the mark
        } while (isHalfFree());
    }
}
