// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.skew;

import io.troupe.bench.harness.Workload;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** Per message, all threads together. */
@OperationsPerInvocation(Skew.MESSAGES)
public class SkewBenchmark extends SkewedLoad {
    @Override
    protected Workload load(Skew skew) {
        int[] quotas = skew.quotas(0);
        return () -> skew.crew().run(quotas);
    }
}
