// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.phase;

import io.troupe.bench.harness.Workload;
import io.troupe.bench.skew.Skew;
import io.troupe.bench.skew.SkewedLoad;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** Per message; four phases, in each of them another tenth of the actors gets nine tenths of the messages. */
@OperationsPerInvocation(PhaseBenchmark.PHASES * Skew.MESSAGES)
public class PhaseBenchmark extends SkewedLoad {
    static final int PHASES = 4;

    @Override
    protected Workload load(Skew skew) {
        int[][] quotas = new int[PHASES][];
        for (int phase = 0; phase < PHASES; phase++) {
            quotas[phase] = skew.quotas(phase);
        }
        return () -> {
            long messages = 0;
            for (int[] phase : quotas) {
                messages += skew.crew().run(phase);
            }
            return messages;
        };
    }
}
