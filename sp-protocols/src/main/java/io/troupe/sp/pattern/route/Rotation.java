// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.pattern.route;

import io.troupe.sp.message.Message;
import io.troupe.sp.pipe.Pipe;
import io.troupe.sp.stats.Counters;
import io.troupe.sp.stats.Drop;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Pipes that take messages in turn; those without room are passed over. Thread-safe, and without a lock where messages go:
 * threads that race may choose the same pipe.
 */
public final class Rotation {
    private volatile Pipe[] pipes = {};
    /** Whose turn it is; threads overwrite it for each other. */
    private int next;

    /** Without pipes. */
    public Rotation() {}

    /** A pipe joins. */
    public synchronized void add(Pipe pipe) {
        Pipe[] more = Arrays.copyOf(pipes, pipes.length + 1);
        more[pipes.length] = pipe;
        pipes = more;
    }

    /** A pipe leaves. */
    public synchronized void remove(Pipe pipe) {
        pipes = Arrays.stream(pipes).filter(other -> other != pipe).toArray(Pipe[]::new);
    }

    /** Whether there is none. */
    public boolean isEmpty() {
        return pipes.length == 0;
    }

    /**
     * Offers the message to one pipe after the other.
     *
     * @return the pipe that took it; null: none did, and each one that has no room will tell when it has
     */
    public @Nullable Pipe offer(Message message) {
        Pipe[] now = pipes;
        int first = next;
        for (int i = 0; i < now.length; i++) {
            int at = Math.floorMod(first + i, now.length);
            if (now[at].offer(message)) {
                next = at + 1;
                return now[at];
            }
        }
        return null;
    }

    /** Gives the message to all pipes, and counts it for each; those without room miss it. It is no longer the caller's. */
    public void offerAll(Message message, Counters counters) {
        Pipe[] now = pipes;
        if (now.length == 0) {
            message.release();
            counters.dropped(Drop.NO_PEER);
            return;
        }
        int size = message.size();
        for (int i = 0; i < now.length; i++) {
            Message own = i == now.length - 1 ? message : message.view(); // pipes write at the same time
            if (now[i].offer(own)) {
                counters.sent(size);
            } else {
                own.release();
                counters.dropped(Drop.SEND_QUEUE_FULL);
            }
        }
    }
}
