// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.spread;

import io.troupe.sp.message.Message;
import io.troupe.sp.pipe.Pipe;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Pipes that take messages in turn; those without room are passed over. Thread-safe: threads that send at the same time draw
 * different turns.
 */
public final class RoundRobin {
    private final Object lock = new Object();
    private final AtomicInteger turn = new AtomicInteger();
    private volatile Pipe[] pipes = {};

    /** Without pipes. */
    public RoundRobin() {}

    /** One pipe more. */
    public void add(Pipe pipe) {
        synchronized (lock) {
            Pipe[] more = Arrays.copyOf(pipes, pipes.length + 1);
            more[pipes.length] = pipe;
            pipes = more;
        }
    }

    /** One pipe less. */
    public void remove(Pipe pipe) {
        synchronized (lock) {
            pipes = Arrays.stream(pipes).filter(other -> other != pipe).toArray(Pipe[]::new);
        }
    }

    /** Whether there is no pipe. */
    public boolean isEmpty() {
        return pipes.length == 0;
    }

    /** Gives the message to the next pipe that takes it; false: none does, and each tells when it has room. */
    public boolean offer(Message message) {
        Pipe[] all = pipes;
        int first = turn.getAndIncrement();
        for (int i = 0; i < all.length; i++) {
            Pipe pipe = all[Math.floorMod(first + i, all.length)];
            if (pipe.offer(message)) {
                if (i > 0) {
                    turn.compareAndSet(
                            first + 1, first + i + 1); // or the one after a full pipe would get its share too
                }
                return true;
            }
        }
        turn.compareAndSet(first + 1, first); // nobody had this turn
        return false;
    }
}
