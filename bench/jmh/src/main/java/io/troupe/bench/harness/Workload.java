// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.harness;

/** One verified batch on actors that exist already. Run by the benchmark thread, again and again. */
@FunctionalInterface
public interface Workload {
    /**
     * Runs the batch to its end.
     *
     * @return what it counted, already checked
     */
    long run();
}
