// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.transport.Pipe;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Pipes that take messages in turn, or each message all together; those without room are passed over. Thread-safe, without a
 * lock where messages go: threads that send at the same time draw different turns.
 */
final class RoundRobin {
    private final Object lock = new Object();
    private final AtomicInteger turn = new AtomicInteger();
    private volatile Pipe[] pipes = {};

    /** Without pipes. */
    RoundRobin() {}

    /** One pipe more. */
    void add(Pipe pipe) {
        synchronized (lock) {
            pipes = PipeArrays.with(pipes, pipe);
        }
    }

    /** One pipe less. */
    void remove(Pipe pipe) {
        synchronized (lock) {
            pipes = PipeArrays.without(pipes, pipe);
        }
    }

    /** Whether there is no pipe. */
    boolean isEmpty() {
        return pipes.length == 0;
    }

    /**
     * Offers the message to one pipe after the other.
     *
     * @return the pipe that took it; null: none did, and each one that has no room will tell when it has
     */
    @Nullable
    Pipe offer(SpMessage message) {
        Pipe[] all = pipes;
        int first = turn.getAndIncrement();
        for (int i = 0; i < all.length; i++) {
            Pipe pipe = all[Math.floorMod(first + i, all.length)];
            if (pipe.offer(message)) {
                if (i > 0) {
                    turn.compareAndSet(
                            first + 1, first + i + 1); // or the one after a full pipe would get its share too
                }
                return pipe;
            }
        }
        turn.compareAndSet(first + 1, first); // nobody had this turn
        return null;
    }

    /** Gives the message to all pipes, and counts it for each; those without room miss it. It is no longer the caller's. */
    void offerAll(SpMessage message, SocketCounters counters) {
        Pipe[] all = pipes;
        if (all.length == 0) {
            message.release();
            counters.dropped(DropReason.NO_PEER);
            return;
        }
        int size = message.size();
        for (int i = 0; i < all.length; i++) {
            SpMessage own = i == all.length - 1 ? message : message.retain(); // pipes write at the same time
            if (all[i].offer(own)) {
                counters.sent(size);
            } else {
                own.release();
                counters.dropped(DropReason.SEND_QUEUE_FULL);
            }
        }
    }
}
