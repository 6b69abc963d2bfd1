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
import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * Received messages that wait for their receiver, at most a given number (where that is no power of two: and one more for
 * each pipe that adds at the same moment). Pipes whose message finds no room stop reading until half of it is free again;
 * they go on in the order in which they were refused, and no other pipe takes that room from them. Any number of threads on
 * both sides.
 *
 * <p>Invariant: a pipe that was refused is listed in {@code refused} and then marked ({@code anyRefused}) before a last try;
 * whoever takes a message looks at that mark afterwards. Writing the mark and taking are as good as full fences, so either
 * the last try finds room or the pipe is resumed; that may come before {@link #put} has returned false. After {@link #close}
 * nothing stays in it.
 */
public final class Inbox {
    private final Queue<Message> queue;
    private final int capacity;
    private final boolean exact;
    /** Pipes that were refused before they could bring anything: they go on first. */
    private final Queue<Pipe> hungry = new ConcurrentLinkedQueue<>();
    /** Pipes that were refused after they had brought what there was room for. */
    private final Queue<Pipe> fed = new ConcurrentLinkedQueue<>();
    /** Who brought the last message; a guess that threads may overwrite for each other. */
    private volatile @Nullable Pipe last;

    /** What was taken for promises that were cancelled in the same moment; comes before all else. */
    private final Queue<Message> front = new ConcurrentLinkedQueue<>();

    private volatile boolean anyRefused;
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
        this.waiters = new Waiters<>("a receive", Inbox::poll, spinner, poller, Inbox::putBack);
    }

    /**
     * Adds a message that came through this pipe.
     *
     * @return false when there is no room: the message is still the pipe's, which will be resumed
     */
    public boolean put(Pipe from, Message message) {
        if ((!anyRefused || isHalfFree()) && offer(message)) {
            if (last != from) {
                last = from;
            }
            return true;
        }
        if (last == from) {
            fed.add(from);
        } else {
            hungry.add(from);
        }
        anyRefused = true;
        VarHandle.fullFence(); // see the class comment
        return isHalfFree() && offer(message);
    }

    private boolean isHalfFree() {
        return queue.size() <= capacity / 2;
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
        waiters.signalFenced(); // the queue moves its end by compare-and-set
        if (closed) {
            clear(); // close may have cleared it before the message was in
        }
        return true;
    }

    /** Takes a message if there is one. */
    public @Nullable Message poll() {
        Message message = front.poll();
        if (message == null) {
            message = queue.poll(); // moves its start by compare-and-set: see the class comment
        }
        if (anyRefused && isHalfFree()) {
            resume(message == null);
        }
        return message;
    }

    private void putBack(Message message) {
        front.add(message);
        waiters.signal();
        if (closed) {
            clear(); // see offer
        }
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
        return queue.size() + front.size();
    }

    /** Drops what is in it; returns how much. */
    public int clear() {
        int dropped = 0;
        for (int left = size(); left > 0; left--) { // what is added meanwhile is not meant: this must end
            Message message = front.poll();
            if (message == null) {
                message = queue.poll();
            }
            if (message != null) {
                message.release();
                dropped++;
            }
        }
        resume(true);
        return dropped;
    }

    /** Ends all waiting, and drops what is in it now or comes later. */
    public int close(SpException cause) {
        closed = true;
        waiters.end(cause);
        return clear();
    }

    /**
     * Lets a pipe go on; one at a time, since pipes that were let go together would race for the room, and the quickest win each
     * time. All go on when the inbox is empty, for one may have nothing to bring any more.
     */
    private void resume(boolean all) {
        do {
            for (int left = all ? hungry.size() + fed.size() : 1; left > 0; left--) {
                Pipe pipe = hungry.poll();
                if (pipe == null) {
                    pipe = fed.poll();
                }
                if (pipe == null) {
                    break;
                }
                pipe.resume();
            }
            if (!noneRefused()) {
                return; // the mark stands: whoever takes the next message goes on
            }
            anyRefused = false;
            VarHandle.fullFence(); // whoever was added before the mark went is seen now
            if (noneRefused()) {
                return;
            }
            anyRefused = true;
            VarHandle.fullFence(); // messages that were taken meanwhile did not find the mark
        } while (isHalfFree());
    }

    private boolean noneRefused() {
        return hungry.isEmpty() && fed.isEmpty();
    }
}
