// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.raw;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Slots into which messages are copied: many senders, one receiver. A slot is free for position p while its turn is p, and full
 * while it is p + 1.
 */
final class Ring {
    private static final int RING_BYTES = 512 * 1024;
    private static final int MOST_SLOTS = 64;
    private static final int LEAST_SLOTS = 8;
    private static final int SPINS = 200;
    private static final byte MARK = 'x';
    /** Longs between two turns, so that each has a cache line. */
    private static final int SPACE = 8;

    private final byte[] payload;
    private final byte[][] slots;
    private final AtomicLongArray turns;
    private final Object lock = new Object();
    /** Guarded by the lock. */
    private long tail;

    /** The receiver's. */
    private long head;

    Ring(int bytes) {
        int count = Math.max(LEAST_SLOTS, Math.min(MOST_SLOTS, RING_BYTES / bytes));
        payload = new byte[bytes];
        Arrays.fill(payload, MARK);
        slots = new byte[count][bytes];
        turns = new AtomicLongArray((count + 1) * SPACE);
        for (int i = 0; i < count; i++) {
            turns.set((i + 1) * SPACE, i);
        }
    }

    void send() {
        synchronized (lock) { // senders that wait should not compete for processors
            long position = tail++;
            int slot = (int) (position % slots.length);
            await(slot, position);
            System.arraycopy(payload, 0, slots[slot], 0, payload.length);
            turns.setRelease((slot + 1) * SPACE, position + 1);
        }
    }

    long receive() {
        int slot = (int) (head % slots.length);
        await(slot, head + 1);
        if (slots[slot][0] != MARK || slots[slot][payload.length - 1] != MARK) {
            throw new IllegalStateException("message must be what was sent: position=" + head);
        }
        turns.setRelease((slot + 1) * SPACE, head + slots.length);
        head++;
        return 1;
    }

    private void await(int slot, long turn) {
        for (int i = 1; turns.getAcquire((slot + 1) * SPACE) != turn; i++) {
            if (i % SPINS == 0) {
                Thread.yield();
            } else {
                Thread.onSpinWait();
            }
        }
    }
}
