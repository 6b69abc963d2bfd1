// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.troupe.dispatch.cell.Cell;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A writer laps a reader of the sample ring: samples may be lost, never mixed from two. */
@JCStressTest
@Outcome(id = "0", expect = ACCEPTABLE, desc = "every sample that was read is whole")
@Outcome(id = "1", expect = FORBIDDEN, desc = "parts of two samples")
@State
public class SampleRingLapStress {
    private static final int EXTRA = 8;

    private final SampleRing ring = new SampleRing();
    private final Cell cell = StressNode.several(1)[0];

    /** A full ring, to be lapped. */
    public SampleRingLapStress() {
        for (int i = 0; i < SampleRing.SLOTS; i++) {
            ring.add(cell, null, i, i, i);
        }
    }

    /** The worker writes over the oldest. */
    @Actor
    public void write() {
        for (int i = SampleRing.SLOTS; i < SampleRing.SLOTS + EXTRA; i++) {
            ring.add(cell, null, i, i, i);
        }
    }

    /** The balancer reads. */
    @Actor
    public void read(I_Result result) {
        ring.drainTo((first, second, nanos, count, weight) -> {
            if (nanos != count || count != weight) {
                result.r1 = 1;
            }
        });
    }
}
