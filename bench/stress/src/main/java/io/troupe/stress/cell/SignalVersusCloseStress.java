// SPDX-License-Identifier: Apache-2.0
package io.troupe.stress.cell;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A callback that arrives while the cell closes has exactly one end. */
@JCStressTest
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "delivered before the end")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "handed to undelivered, by the closing turn or by the sender")
@Outcome(id = "0, 0", expect = FORBIDDEN, desc = "lost silently")
@Outcome(id = "1, 1", expect = FORBIDDEN, desc = "delivered and reported as undelivered")
@Outcome(id = "0, 2", expect = FORBIDDEN, desc = "reported twice")
@State
public class SignalVersusCloseStress {
    private final StressCell cell = new StressCell();

    /** A cell in the hands of a worker, about to be closed. */
    public SignalVersusCloseStress() {
        cell.offer(StressCell.end());
    }

    /** The worker. */
    @Actor
    public void close() {
        cell.turn();
    }

    /** A sender. */
    @Actor
    public void send() {
        cell.signal(StressCell.token(1));
    }

    /** Afterwards. */
    @Arbiter
    public void result(II_Result result) {
        result.r1 = cell.delivered();
        result.r2 = cell.lost();
    }
}
