// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.line;

import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.WaitStrategy;
import java.lang.invoke.VarHandle;

/**
 * The Disruptor's way of waiting, without waiting: a stage that finds nothing goes to rest as a cell, and publishing makes it
 * ready. Any thread.
 *
 * <p>Invariant: a stage writes that it rests and then looks at the sequences before it; a publisher writes the sequence and then
 * looks whether the stage rests. A full fence stands between both steps on both sides, so that one of the two sees the other.
 */
final class ReadySignal implements WaitStrategy {
    /** Those that read what publishers write; set once, before the first element. */
    private StageCell<?>[] first = {};

    void wakes(StageCell<?>[] cells) {
        first = cells;
    }

    @Override
    public long waitFor(long sequence, Sequence cursor, Sequence before, SequenceBarrier barrier) {
        return before.get();
    }

    @Override
    public void signalAllWhenBlocking() {
        wake(first);
    }

    /** Makes cells ready that rest, after what they are to find has been written. */
    static void wake(StageCell<?>[] cells) {
        VarHandle.fullFence();
        for (StageCell<?> cell : cells) {
            cell.arrived();
        }
    }
}
