// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.inproc;

import io.troupe.sp.message.Message;
import io.troupe.sp.pipe.Peer;
import io.troupe.sp.pipe.Pipe;
import io.troupe.sp.pipe.PipeHandler;
import io.troupe.sp.pipe.PipeIds;
import io.troupe.sp.protocol.Protocol;
import io.troupe.sp.stats.Drop;
import io.troupe.sp.transport.Address;
import io.troupe.sp.transport.Wiring;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One end of a pipe within the process. An offered message goes straight to the other end's handler, on the sender's
 * thread. What that handler refuses waits in {@code held}, and while something waits nothing overtakes it.
 *
 * <p>Invariant: {@code blocked} is true while {@code held} is not empty; it is set before a refused message is offered once
 * more, so that a resume that came in between is not missed. {@code work} lets one thread at a time hand over what is held.
 */
final class InprocPipe implements Pipe {
    private final int id = PipeIds.next();
    private final Peer peer;
    private final Wiring wiring;
    private final ReentrantLock lock = new ReentrantLock();
    /** What the other end's handler has refused; guarded by the lock. */
    private final ArrayDeque<Message> held = new ArrayDeque<>();

    private final AtomicInteger work = new AtomicInteger();
    private volatile boolean blocked;
    private volatile boolean open = true;
    private volatile boolean ending;
    private @Nullable InprocPipe other;
    private volatile @Nullable PipeHandler handler;
    private boolean ended;

    InprocPipe(Address address, Wiring wiring, Protocol far, boolean accepted) {
        this.wiring = wiring;
        this.peer = new Peer(far, address.toString(), address.toString(), accepted, null);
    }

    void meet(InprocPipe otherEnd) {
        other = otherEnd;
        otherEnd.other = this;
    }

    /** From now on messages are delivered; without a handler both ends close. */
    void handledBy(@Nullable PipeHandler given) {
        handler = given;
        if (given == null) {
            close("turned away");
            return;
        }
        otherEnd().handOver(); // what was sent meanwhile
        if (isWritable()) {
            given.onWritable(this); // what was refused before there was somebody to tell of room
        }
        if (!open) {
            end("the other side has closed");
        }
    }

    private InprocPipe otherEnd() {
        InprocPipe end = other;
        if (end == null) {
            throw new IllegalStateException("a pipe has two ends");
        }
        return end;
    }

    @Override
    public int id() {
        return id;
    }

    @Override
    public Peer peer() {
        return peer;
    }

    @Override
    public boolean offer(Message message) {
        if (!open || ending || blocked) {
            return false;
        }
        Message own = message;
        if (message.isShared()) { // the receiver takes words from the front, which the other holders must not see
            own = message.view();
            message.release();
        }
        own.arrive();
        own.pipe(otherEnd().id);
        PipeHandler there = otherEnd().handler;
        if (there == null || !there.onMessage(otherEnd(), own)) {
            hold(own);
        }
        return true;
    }

    private void hold(Message message) {
        lock.lock();
        try {
            held.addLast(message);
            blocked = true;
        } finally {
            lock.unlock();
        }
        handOver();
    }

    /** Offers what is held to the other end's handler, until it refuses. */
    private void handOver() {
        if (work.getAndIncrement() != 0) {
            return; // the one who is at it looks again
        }
        boolean room = false;
        int seen;
        do {
            seen = work.get();
            room |= drained();
        } while (work.addAndGet(-seen) != 0);
        PipeHandler own = handler;
        if (room && own != null) {
            own.onWritable(this);
        }
    }

    /** Whether there was something held, and is nothing any more. */
    private boolean drained() {
        PipeHandler there = otherEnd().handler;
        while (true) {
            Message next;
            lock.lock();
            try {
                next = held.pollFirst();
                if (next == null) {
                    boolean was = blocked;
                    blocked = false;
                    return was;
                }
            } finally {
                lock.unlock();
            }
            if (there == null || !there.onMessage(otherEnd(), next)) {
                putBack(next);
                return false;
            }
        }
    }

    private void putBack(Message message) {
        lock.lock();
        try {
            if (!ended) {
                held.addFirst(message);
                return;
            }
        } finally {
            lock.unlock();
        }
        message.release();
        wiring.counters().dropped(Drop.PEER_GONE);
    }

    @Override
    public boolean isWritable() {
        return open && !ending && !blocked;
    }

    @Override
    public void flush() {
        // nothing is held back
    }

    @Override
    public boolean poll() {
        return false; // what arrives is handed over by the sender's thread
    }

    @Override
    public void watch() {
        // see poll
    }

    @Override
    public void resume() {
        InprocPipe end = otherEnd();
        if (end.blocked) {
            end.handOver();
        }
        if (end.ending && !end.blocked) {
            end.close("closed");
        }
    }

    @Override
    public int pending() {
        lock.lock();
        try {
            return held.size();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close(String reason) {
        if (!open) {
            return;
        }
        open = false;
        otherEnd().open = false;
        end(reason);
        otherEnd().end("the other side has closed");
    }

    @Override
    public void closeGently(String reason) {
        ending = true;
        if (!blocked) {
            close(reason);
        }
    }

    private void end(String reason) {
        PipeHandler own = handler;
        int dropped = 0;
        lock.lock();
        try {
            if (ended || own == null) {
                return; // handledBy comes back to it
            }
            ended = true;
            for (Message message : held) {
                message.release();
                dropped++;
            }
            held.clear();
        } finally {
            lock.unlock();
        }
        if (dropped > 0) {
            wiring.counters().dropped(Drop.PEER_GONE, dropped);
        }
        own.onClosed(this, reason);
    }
}
