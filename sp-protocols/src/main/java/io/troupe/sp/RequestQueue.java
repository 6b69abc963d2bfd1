// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.Pipe;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The line of received requests with an equal share for each pipe, so that a busy peer does not keep others out, and the
 * {@link ReplyPipe} of each pipe. Thread-safe.
 *
 * <p>Invariant: a pipe that is refused for its share is marked before a last look at its count; whoever takes a message
 * lowers the count before it looks at the mark. So one of them sees the other, and the pipe goes on.
 */
final class RequestQueue {
    /** Up to so many pipes, looking at each is quicker than the lock. */
    private static final int FEW = 8;

    private final SocketCore core;
    private final ReceiveQueue receiveQueue;
    private final int capacity;
    private final WaitQueue<RequestReceiver, SpMessage> line;
    private final ReentrantLock lock = new ReentrantLock();
    private final IntTable<ReplyPipe> replyPipes = new IntTable<>();
    /** All pipes, to be found without the lock; null: they are too many for that. */
    private volatile ReplyPipe @Nullable [] few = {};

    private volatile int share;

    /** An empty one, as long as the option {@code receiveBuffer} says. */
    RequestQueue(SocketCore core) {
        this.core = core;
        this.receiveQueue = core.receiveQueue();
        this.capacity = core.options().receiveBuffer();
        this.share = capacity;
        this.line =
                new WaitQueue<>("a receive", RequestReceiver::attempt, core.spinner(), core, RequestReceiver::giveBack);
    }

    /** A pipe joins. */
    void attach(Pipe pipe) {
        ReplyPipe replyPipe = new ReplyPipe(pipe, core);
        lock.lock();
        try {
            replyPipes.put(pipe.id(), replyPipe);
            divide();
        } finally {
            lock.unlock();
        }
    }

    /** A pipe is lost; what came through it can still be taken. */
    void detach(Pipe pipe) {
        ReplyPipe replyPipe;
        lock.lock();
        try {
            replyPipe = replyPipes.remove(pipe.id());
            divide();
        } finally {
            lock.unlock();
        }
        if (replyPipe != null) {
            replyPipe.leave();
        }
    }

    private void divide() {
        share = Math.max(1, capacity / Math.max(1, replyPipes.size()));
        few = replyPipes.size() <= FEW ? replyPipes.values().toArray(ReplyPipe[]::new) : null;
    }

    /** The answering side of a pipe, or null when the pipe is lost. */
    @Nullable
    ReplyPipe replyPipe(int pipe) {
        ReplyPipe[] all = few;
        if (all != null) {
            for (ReplyPipe replyPipe : all) {
                if (replyPipe.id() == pipe) {
                    return replyPipe;
                }
            }
            return null;
        }
        lock.lock();
        try {
            return replyPipes.get(pipe);
        } finally {
            lock.unlock();
        }
    }

    /** There may be room again for what is sent to this pipe. */
    void onWritable(Pipe pipe) {
        ReplyPipe replyPipe = replyPipe(pipe.id());
        if (replyPipe != null) {
            replyPipe.sendPort().signal();
        }
    }

    /**
     * Adds a message.
     *
     * @return false when it finds no room: the message stays the pipe's, which will be resumed
     */
    boolean put(Pipe pipe, SpMessage message) {
        ReplyPipe replyPipe = replyPipe(pipe.id());
        if (replyPipe != null) {
            if (replyPipe.queued().get() >= share) {
                replyPipe.refused(true);
                VarHandle.fullFence(); // see the class comment
                if (replyPipe.queued().get() >= share) {
                    return false;
                }
            }
            replyPipe.queued().incrementAndGet();
        }
        message.pipe(pipe.id());
        if (!receiveQueue.put(pipe, message)) {
            if (replyPipe != null) {
                replyPipe.queued().decrementAndGet();
            }
            return false;
        }
        line.signal();
        return true;
    }

    /** Takes a message if there is one. */
    @Nullable
    SpMessage poll() {
        SpMessage message = receiveQueue.poll();
        if (message != null) {
            ReplyPipe replyPipe = replyPipe(message.pipe());
            if (replyPipe != null && replyPipe.queued().decrementAndGet() <= share / 2 && replyPipe.refused()) {
                replyPipe.refused(false);
                replyPipe.pipe().resume();
            }
        }
        return message;
    }

    /** Takes back what was taken and counted for a promise that was cancelled in that moment: it is the next. */
    void putBack(SpMessage message) {
        ReplyPipe replyPipe = replyPipe(message.pipe());
        if (replyPipe != null) {
            replyPipe.queued().incrementAndGet();
        }
        receiveQueue.putBack(message);
    }

    WaitQueue<RequestReceiver, SpMessage> line() {
        return line;
    }

    /** Lets all who wait see that theirs has ended. */
    void wakeAll() {
        line.signalAll();
    }

    /** Ends all waiting on both sides, and drops what is there. */
    void close(SpException cause) {
        line.end(cause);
        receiveQueue.close(cause);
        List<ReplyPipe> left;
        lock.lock();
        try {
            left = replyPipes.values();
        } finally {
            lock.unlock();
        }
        left.forEach(replyPipe -> replyPipe.sendPort().close(cause));
    }
}
