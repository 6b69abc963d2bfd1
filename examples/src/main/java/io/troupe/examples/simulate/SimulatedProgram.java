// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.simulate;

import io.troupe.testkit.history.History;
import io.troupe.testkit.history.Op;
import io.troupe.testkit.schedule.Simulator;
import java.util.Locale;

/** The programs that the command line offers. */
enum SimulatedProgram {
    /** Three philosophers at a table. */
    PHILOSOPHERS {
        @Override
        void run(Simulator simulator, boolean broken, History<Op> history) {
            SmallTable.run(simulator, broken);
        }
    },
    /** A lock with leases. */
    LEASE {
        @Override
        void run(Simulator simulator, boolean broken, History<Op> history) {
            Lease.run(simulator, !broken);
        }
    },
    /** A register on three replicas. */
    REGISTER {
        @Override
        void run(Simulator simulator, boolean broken, History<Op> history) {
            Register.run(simulator, !broken, history);
        }
    };

    /**
     * Runs it once.
     *
     * @param simulator in which nothing has happened
     * @param broken the wrong variant
     * @param history for programs that have one
     * @throws AssertionError if something is wrong
     */
    abstract void run(Simulator simulator, boolean broken, History<Op> history);

    /** The name of one variant: in schedule files and reports. */
    String variant(boolean broken) {
        return broken ? this + "-broken" : toString();
    }

    /** As it is written on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
