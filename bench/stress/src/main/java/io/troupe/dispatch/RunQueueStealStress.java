// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Cells polled by the owner while a thief takes half of them go to exactly one of the two. */
@JCStressTest
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "each cell taken once")
@Outcome(id = "0, [1-9].*", expect = FORBIDDEN, desc = "taken twice: two threads would run the cell")
@Outcome(id = "[1-9].*", expect = FORBIDDEN, desc = "lost")
@State
public class RunQueueStealStress {
    private static final int CELLS = 4;

    private final RunQueue queue = new RunQueue(true);
    private final RunQueue thief = new RunQueue(true);
    private final StressNode[] cells = StressNode.several(CELLS);

    /** All but the last one wait. */
    public RunQueueStealStress() {
        for (int i = 0; i < CELLS - 1; i++) {
            queue.push(cells[i]);
        }
    }

    /** The worker that the queue belongs to. */
    @Actor
    public void own() {
        StressNode.take(queue.poll());
        queue.push(cells[CELLS - 1]);
        StressNode.take(queue.poll());
    }

    /** An idle worker. */
    @Actor
    public void steal() {
        queue.stealInto(thief, 1);
    }

    /** Afterwards: cells taken by nobody, and cells taken more than once. */
    @Arbiter
    public void result(II_Result result) {
        StressNode.drain(queue);
        StressNode.drain(thief);
        for (StressNode cell : cells) {
            result.r1 += cell.taken() == 0 ? 1 : 0;
            result.r2 += cell.taken() > 1 ? 1 : 0;
        }
    }
}
