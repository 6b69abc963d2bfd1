// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.bench.harness.Troupe;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.PekkoPeer;
import io.troupe.core.ActorSystem;

/** Runs a program with small sizes on both systems, twice each: the second run begins with what the first one left. */
public final class BothSystems implements AutoCloseable {
    private final ActorSystem system =
            ActorSystem.builder().dispatcher(Troupe.dispatcher("stealing")).start();
    private final PekkoPeer pekko = new PekkoPeer();

    /** Starts both. */
    public BothSystems() {}

    /** Runs the program four times; fails if a result is not the expected one. */
    public void run(SavinaBenchmark program, long expected) {
        Workload ours = program.onTroupe(system);
        Workload theirs = program.onPekko(pekko);
        for (int run = 0; run < 2; run++) {
            assertThat(ours.run()).isEqualTo(expected);
            assertThat(theirs.run()).isEqualTo(expected);
        }
        assertThat(system.deadLetters()).isZero();
    }

    @Override
    public void close() {
        system.close();
        pekko.close();
    }
}
