// SPDX-License-Identifier: Apache-2.0
package io.troupe.stress.cell;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.ReadyStack;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Cells pushed while two threads take all come to exactly one of them. */
@JCStressTest
@Outcome(id = "3, 0", expect = ACCEPTABLE, desc = "each cell taken once")
@Outcome(
        id = {"2, 0", "1, 0", "0, 0"},
        expect = FORBIDDEN,
        desc = "lost")
@State
public class ReadyStackStress {
    private final ReadyStack stack = new ReadyStack();
    private final StressCell[] cells = {new StressCell(), new StressCell(), new StressCell()};
    private final AtomicIntegerArray taken = new AtomicIntegerArray(cells.length);

    /** Two cells are there. */
    public ReadyStackStress() {
        stack.push(cells[0]);
        stack.push(cells[1]);
    }

    /** The worker, and a third cell made ready. */
    @Actor
    public void take() {
        stack.push(cells[2]);
        takeAll();
    }

    /** The watchdog. */
    @Actor
    public void rescue() {
        takeAll();
    }

    /** Afterwards: cells taken, and how many of them twice. */
    @Arbiter
    public void result(II_Result result) {
        takeAll();
        for (int i = 0; i < cells.length; i++) {
            result.r1 += Math.min(1, taken.get(i));
            result.r2 += Math.max(0, taken.get(i) - 1);
        }
    }

    private void takeAll() {
        Cell cell = stack.takeAll();
        while (cell != null) {
            Cell following = ReadyStack.next(cell);
            taken.incrementAndGet(Arrays.asList(cells).indexOf(cell));
            cell = following;
        }
    }
}
