// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.SystemListener;
import io.troupe.dispatch.timer.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;

/** Says whose mailbox is deep when the heap is short, before that is all an {@code OutOfMemoryError} tells. Any thread. */
final class BacklogAlarm {
    /** Fewer messages are no reason why a heap is short. */
    static final int DEEP = 16_384;

    /** Percent of the heap; what the collector could free counts. */
    static final int SHORT = 75;

    static final Duration INTERVAL = Duration.ofSeconds(10);

    private final Clock clock;
    private final IntSupplier heapInUse;
    private final SystemLog log;
    private final SystemListener listener;
    private final AtomicLong next;

    /** An alarm about the heap of this process. */
    BacklogAlarm(Clock clock, SystemLog log, SystemListener listener) {
        this(clock, BacklogAlarm::heapPercent, log, listener);
    }

    BacklogAlarm(Clock clock, IntSupplier heapInUse, SystemLog log, SystemListener listener) {
        this.clock = clock;
        this.heapInUse = heapInUse;
        this.log = log;
        this.listener = listener;
        this.next = new AtomicLong(clock.nanos());
    }

    private static int heapPercent() {
        Runtime process = Runtime.getRuntime();
        return (int) ((process.totalMemory() - process.freeMemory()) * 100 / process.maxMemory());
    }

    /**
     * So many messages have waited.
     *
     * @param actor names itself
     */
    void look(Object actor, int messages) {
        if (messages < DEEP) {
            return;
        }
        int percent = heapInUse.getAsInt();
        long now = clock.nanos();
        long due = next.get();
        if (percent >= SHORT && now - due >= 0 && next.compareAndSet(due, now + INTERVAL.toNanos())) {
            String address = actor.toString();
            log.backlog(address, messages, percent);
            listener.onBacklog(address, messages);
        }
    }
}
