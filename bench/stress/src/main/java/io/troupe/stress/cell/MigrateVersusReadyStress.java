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

/** A cell that becomes ready while it is moved is scheduled once, at the old home or at the new one. */
@JCStressTest
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "scheduled at the old home")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "scheduled at the new home")
@Outcome(id = "0, 0", expect = FORBIDDEN, desc = "not scheduled")
@Outcome(id = "1, 1", expect = FORBIDDEN, desc = "scheduled twice")
@State
public class MigrateVersusReadyStress {
    private final StressCell.Schedule from = new StressCell.Schedule();
    private final StressCell.Schedule to = new StressCell.Schedule();
    private final StressCell cell = new StressCell(from, null);

    /** A sender. */
    @Actor
    public void offer() {
        cell.offer(StressCell.token(1));
    }

    /** One that moves cells. */
    @Actor
    public void migrate() {
        cell.migrate(to);
    }

    /** Afterwards. */
    @Arbiter
    public void result(II_Result result) {
        result.r1 = from.told();
        result.r2 = to.told();
    }
}
