// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.flow;

import io.troupe.core.promise.Promise;
import io.troupe.sp.engine.Timers;
import io.troupe.sp.error.SpException;
import io.troupe.sp.message.Message;
import io.troupe.sp.pipe.Pipe;
import java.lang.invoke.VarHandle;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * Received messages that wait for their receiver, at most a given number. Pipes whose message finds no room stop reading
 * until half of it is free again. Any number of threads on both sides.
 *
 * <p>Invariant: a pipe that was refused is listed in {@code refused} before a last try; whoever takes a message looks at that
 * list afterwards, with a full fence between on both sides. So either the last try succeeds or the pipe is resumed. After
 * {@link #close} nothing stays in it.
 */
public final class Inbox {
    private final Queue<Message> queue;
    private final int capacity;
    private final boolean exact;
    private final Queue<Pipe> refused = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean anyRefused = new AtomicBoolean();
    private final Waiters<Inbox, Message> waiters;
    private final Timers timers;
    private final Poller poller;
    private volatile boolean closed;

    /**
     * An empty one.
     *
     * @param capacity messages, 1 or more
     */
    public Inbox(int capacity, Timers timers, Spinner spinner, Poller poller) {
        this.capacity = capacity;
        this.timers = timers;
        this.poller = poller;
        int size = Math.max(2, capacity);
        this.exact = Integer.bitCount(capacity) != 1 || capacity == 1;
        this.queue = new MpmcVarHandleArrayQueue<>(size);
        this.waiters = new Waiters<>("a receive", Inbox::poll, spinner, poller);
    }

    /**
     * Adds a message that came through this pipe.
     *
     * @return false when there is no room: the message is still the pipe's, which will be resumed
     */
    public boolean put(Pipe from, Message message) {
        if (offer(message)) {
            return true;
        }
        refused.add(from);
        anyRefused.set(true);
        VarHandle.fullFence(); // see the class comment
        return offer(message);
    }

    /** Adds a message; false when there is no room, and nobody is told when there is again. */
    public boolean offer(Message message) {
        if (closed) {
            message.release();
            return true;
        }
        if ((exact && queue.size() >= capacity) || !queue.offer(message)) {
            return false;
        }
        waiters.signal();
        if (closed) {
            clear(); // close may have cleared it before the message was in
        }
        return true;
    }

    /** Takes a message if there is one. */
    public @Nullable Message poll() {
        Message message = queue.poll();
        if (message != null) {
            VarHandle.fullFence(); // see the class comment
            if (anyRefused.get() && !isHalfFull()) {
                resume();
            }
        }
        return message;
    }

    /**
     * Takes a message if there is one, looking at the pipes too.
     *
     * @throws SpException why it was closed
     */
    public @Nullable Message tryTake() {
        Message message = waiters.tryNow(this);
        return message == null && poller.poll() ? waiters.tryNow(this) : message;
    }

    /**
     * Takes a message, waits for one if need be.
     *
     * @throws SpException TIMED_OUT, CANCELED, or why it was closed
     */
    public Message take(long limitNanos) {
        return waiters.await(this, limitNanos);
    }

    /** Takes a message as soon as there is one. */
    public Promise<Message> takeLater(long limitNanos) {
        return waiters.later(this, timers, limitNanos);
    }

    /** Messages in it. */
    public int size() {
        return queue.size();
    }

    /** Drops what is in it; returns how much. */
    public int clear() {
        int dropped = 0;
        for (Message message = queue.poll(); message != null; message = queue.poll()) {
            message.release();
            dropped++;
        }
        resume();
        return dropped;
    }

    /** Ends all waiting, and drops what is in it now or comes later. */
    public int close(SpException cause) {
        closed = true;
        waiters.end(cause);
        return clear();
    }

    /** In the order in which they were refused, and only while there is room: or the first would take all of it each time. */
    private void resume() {
        if (anyRefused.get() && anyRefused.getAndSet(false)) {
            // those that are refused again meanwhile have set the mark, they wait for the next time
            for (int left = refused.size(); left > 0; left--) {
                Pipe pipe = refused.poll();
                if (pipe == null) {
                    return;
                }
                pipe.resume();
                if (left > 1 && isHalfFull()) {
                    anyRefused.set(true);
                    VarHandle.fullFence(); // see the class comment
                    if (isHalfFull()) {
                        return; // whoever takes the next messages goes on
                    }
                }
            }
        }
    }

    private boolean isHalfFull() {
        return queue.size() > capacity / 2;
    }
}
