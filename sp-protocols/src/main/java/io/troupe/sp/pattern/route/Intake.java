// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.pattern.route;

import io.troupe.sp.base.SocketCore;
import io.troupe.sp.error.SpException;
import io.troupe.sp.flow.ReceiveQueue;
import io.troupe.sp.flow.WaitQueue;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.pipe.Pipe;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The line of received requests with an equal share for each pipe, so that a busy peer does not keep others out, and the
 * {@link Lane} of each pipe. Thread-safe.
 *
 * <p>Invariant: a pipe that is refused for its share is marked before a last look at its count; whoever takes a message
 * lowers the count before it looks at the mark. So one of them sees the other, and the pipe goes on.
 */
public final class Intake {
    /** Up to so many lanes, looking at each is quicker than the lock. */
    private static final int FEW = 8;

    private final SocketCore core;
    private final ReceiveQueue receiveQueue;
    private final int capacity;
    private final WaitQueue<Taker, SpMessage> line;
    private final ReentrantLock lock = new ReentrantLock();
    private final IntTable<Lane> lanes = new IntTable<>();
    /** All lanes, to be found without the lock; null: they are too many for that. */
    private volatile Lane @Nullable [] few = {};

    private volatile int share;

    /** An empty one, as long as the option {@code receiveBuffer} says. */
    public Intake(SocketCore core) {
        this.core = core;
        this.receiveQueue = core.receiveQueue();
        this.capacity = core.options().receiveBuffer();
        this.share = capacity;
        this.line = new WaitQueue<>("a receive", Taker::attempt, core.spinner(), core);
    }

    /** A pipe joins. */
    public void attach(Pipe pipe) {
        Lane lane = new Lane(pipe, core);
        lock.lock();
        try {
            lanes.put(pipe.id(), lane);
            divide();
        } finally {
            lock.unlock();
        }
    }

    /** A pipe is lost; what came through it can still be taken. */
    public void detach(Pipe pipe) {
        Lane lane;
        lock.lock();
        try {
            lane = lanes.remove(pipe.id());
            divide();
        } finally {
            lock.unlock();
        }
        if (lane != null) {
            lane.leave();
        }
    }

    private void divide() {
        share = Math.max(1, capacity / Math.max(1, lanes.size()));
        few = lanes.size() <= FEW ? lanes.values().toArray(Lane[]::new) : null;
    }

    /** The lane of a pipe, or null when the pipe is lost. */
    public @Nullable Lane lane(int pipe) {
        Lane[] all = few;
        if (all != null) {
            for (Lane lane : all) {
                if (lane.id() == pipe) {
                    return lane;
                }
            }
            return null;
        }
        lock.lock();
        try {
            return lanes.get(pipe);
        } finally {
            lock.unlock();
        }
    }

    /** There may be room again for what is sent to this pipe. */
    public void onWritable(Pipe pipe) {
        Lane lane = lane(pipe.id());
        if (lane != null) {
            lane.sendPort().signal();
        }
    }

    /**
     * Adds a message.
     *
     * @return false when it finds no room: the message stays the pipe's, which will be resumed
     */
    public boolean put(Pipe pipe, SpMessage message) {
        Lane lane = lane(pipe.id());
        if (lane != null) {
            if (lane.queued().get() >= share) {
                lane.refused(true);
                VarHandle.fullFence(); // see the class comment
                if (lane.queued().get() >= share) {
                    return false;
                }
            }
            lane.queued().incrementAndGet();
        }
        message.pipe(pipe.id());
        if (!receiveQueue.put(pipe, message)) {
            if (lane != null) {
                lane.queued().decrementAndGet();
            }
            return false;
        }
        line.signal();
        return true;
    }

    /** Takes a message if there is one. */
    public @Nullable SpMessage poll() {
        SpMessage message = receiveQueue.poll();
        if (message != null) {
            Lane lane = lane(message.pipe());
            if (lane != null && lane.queued().decrementAndGet() <= share / 2 && lane.refused()) {
                lane.refused(false);
                lane.pipe().resume();
            }
        }
        return message;
    }

    WaitQueue<Taker, SpMessage> line() {
        return line;
    }

    /** Lets all who wait see that theirs has ended. */
    public void wakeAll() {
        line.signalAll();
    }

    /** Ends all waiting on both sides, and drops what is there. */
    public void close(SpException cause) {
        line.end(cause);
        receiveQueue.close(cause);
        List<Lane> left;
        lock.lock();
        try {
            left = lanes.values();
        } finally {
            lock.unlock();
        }
        left.forEach(lane -> lane.sendPort().close(cause));
    }
}
