// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.Cell;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The latest samples of one worker. The worker writes and never waits; the balancer reads what it gets hold of, the rest is
 * lost.
 *
 * <p>Invariant: samples below {@code written} are complete; those from {@code begun} − slots on are not being overwritten.
 * Known race: the writer laps a reader that copies. The writer announces what it begins before it touches the slot; the
 * reader looks at the announcement after it has copied, and drops what may be torn. Source: sequence locks (Boehm, "Can
 * seqlocks get along with programming language memory models?", 2012), without the retry.
 */
final class SampleRing {
    /** Samples that fit, a power of two. */
    static final int SLOTS = 256;

    private static final VarHandle WRITTEN;
    private static final VarHandle BEGUN;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            WRITTEN = lookup.findVarHandle(SampleRing.class, "written", int.class);
            BEGUN = lookup.findVarHandle(SampleRing.class, "begun", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final @Nullable Cell[] first = new Cell[SLOTS];
    private final @Nullable Cell[] second = new Cell[SLOTS];
    private final long[] nanos = new long[SLOTS];
    private final int[] counts = new int[SLOTS];
    private final int[] weights = new int[SLOTS];

    /** Written by the worker; may overflow. */
    @SuppressWarnings("FieldMayBeFinal") // written through WRITTEN
    private volatile int written;

    /** Written by the worker, before a slot is touched. */
    @SuppressWarnings("FieldMayBeFinal") // written through BEGUN
    private volatile int begun;

    /** Samples read so far. The reader only. */
    private int read;

    /** Appends, over the oldest if need be. The worker only. */
    void add(Cell one, @Nullable Cell other, long duration, int count, int weight) {
        int at = (int) WRITTEN.get(this);
        BEGUN.set(this, at + 1);
        VarHandle.storeStoreFence(); // the slot is touched after it was announced
        int slot = at & (SLOTS - 1);
        first[slot] = one;
        second[slot] = other;
        nanos[slot] = duration;
        counts[slot] = count;
        weights[slot] = weight;
        WRITTEN.setRelease(this, at + 1);
    }

    /** Passes on what is new since the last time and still there. One reading thread only. */
    void drainTo(SampleReader reader) {
        int end = written;
        int fresh = Math.min(SLOTS, end - read); // lapped: the last ones only
        read = end;
        for (int at = end - fresh; at != end; at++) {
            int slot = at & (SLOTS - 1);
            Cell one = first[slot];
            Cell other = second[slot];
            long duration = nanos[slot];
            int count = counts[slot];
            int weight = weights[slot];
            VarHandle.loadLoadFence(); // the announcement is looked at after the copy
            boolean whole = begun - at <= SLOTS;
            if (whole && one != null) {
                reader.sample(one, other, duration, count, weight);
            }
        }
    }

    /** Lets go of all cells, while the worker sleeps. The reader only; a sample that is written meanwhile may be lost. */
    void clear() {
        Arrays.fill(first, null);
        Arrays.fill(second, null);
    }
}
