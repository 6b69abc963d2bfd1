// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.harness;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.runner.IterationType;

/**
 * Figures beside the time, where a suite has some: {@code -prof io.troupe.bench.harness.Extras}. Suites take them after
 * an iteration, in a tear-down, so that they cost nothing of the time; and only if somebody asks for them.
 */
public final class Extras implements InternalProfiler {
    private static final List<Result<?>> TAKEN = new CopyOnWriteArrayList<>();
    private static volatile boolean wanted;

    /** Made by JMH. */
    public Extras() {}

    /** Whether to take any. */
    public static boolean wanted() {
        return wanted;
    }

    /** Reports a figure of this iteration; the largest of all iterations counts. */
    public static void largest(String name, String unit, double value) {
        TAKEN.add(new ScalarResult(name, value, unit, AggregationPolicy.MAX));
    }

    /** Reports a figure of this iteration; the average of all iterations counts. */
    public static void average(String name, String unit, double value) {
        TAKEN.add(new ScalarResult(name, value, unit, AggregationPolicy.AVG));
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        wanted = true;
        TAKEN.clear();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        return iteration.getType() == IterationType.MEASUREMENT ? new ArrayList<>(TAKEN) : List.of();
    }

    @Override
    public String getDescription() {
        return "Figures beside the time, where a suite has some";
    }
}
