// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.owner;

import io.troupe.bench.harness.Parts;
import java.util.function.IntUnaryOperator;

/**
 * What an owner does with its messages, whatever system it runs on. Touched by the benchmark thread between batches, by the
 * owner meanwhile.
 */
public final class Job {
    private final Memory memory;
    private final IntUnaryOperator accesses;
    private final Parts parts;
    private int handled;
    private int quota;
    private boolean watched;
    private long seen;
    private long longest;

    /**
     * Idle until {@link #begin}.
     *
     * @param memory of the owner
     * @param accesses by the number of the message in its batch
     * @param parts told about the end of each batch
     */
    Job(Memory memory, IntUnaryOperator accesses, Parts parts) {
        this.memory = memory;
        this.accesses = accesses;
        this.parts = parts;
    }

    /**
     * Begins a batch.
     *
     * @param messages 1 or more
     * @param isWatched whether waits are measured, for the price of reading the clock with each message
     * @param start of the batch
     */
    void begin(int messages, boolean isWatched, long start) {
        handled = 0;
        quota = messages;
        watched = isWatched;
        seen = start;
        longest = 0;
    }

    /**
     * Handles a message. After the last one of a batch the caller must not touch the job: the next batch may have begun.
     *
     * @return whether there is another one
     */
    public boolean handle() {
        if (watched) {
            long now = System.nanoTime();
            longest = Math.max(longest, now - seen);
            seen = now;
        }
        memory.access(accesses.applyAsInt(handled));
        handled++;
        if (handled < quota) {
            return true;
        }
        parts.complete(handled);
        return false;
    }

    /** The longest wait for a message of the last batch, the first one from the start of the batch. */
    long longestWaitNanos() {
        return longest;
    }

    Memory memory() {
        return memory;
    }
}
