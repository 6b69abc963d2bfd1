// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run;

import io.troupe.bench.run.plan.Cell;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.WorkloadParams;

/**
 * Forks that were run one by one, put together as if JMH had run them in a row: its JSON has one array of raw figures for each.
 * Used by one thread.
 */
final class JmhResults {
    private final Map<String, List<BenchmarkResult>> forks = new LinkedHashMap<>();
    private final Map<String, Cell> cells = new LinkedHashMap<>();

    /** Without any fork. */
    JmhResults() {}

    /** Adds what one fork gave. */
    void add(Cell cell, Collection<RunResult> fork) {
        cells.put(cell.label(), cell);
        for (RunResult result : fork) {
            forks.computeIfAbsent(cell.label(), key -> new ArrayList<>()).addAll(result.getBenchmarkResults());
        }
    }

    /** Scores of the forks of a cell, in their order. */
    double[] scores(Cell cell) {
        return forks.getOrDefault(cell.label(), List.of()).stream()
                .mapToDouble(fork -> fork.getPrimaryResult().getScore())
                .toArray();
    }

    /** Writes JMH's JSON. */
    void write(Path file) throws IOException {
        List<RunResult> results = new ArrayList<>();
        forks.forEach((label, list) -> {
            Cell cell = cells.get(label);
            if (cell != null) {
                results.add(new RunResult(params(cell, list), list));
            }
        });
        try (PrintStream out = new PrintStream(file.toFile(), StandardCharsets.UTF_8)) {
            ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(results);
            if (out.checkError()) {
                throw new IOException("file must be written: file=" + file);
            }
        }
    }

    /** Those of the first fork, which say "one fork", with the number that there are. */
    private static BenchmarkParams params(Cell cell, List<BenchmarkResult> list) {
        BenchmarkParams one = list.get(0).getParams();
        WorkloadParams workload = new WorkloadParams();
        int position = 0;
        for (Map.Entry<String, String> param : cell.params().entrySet()) {
            workload.put(param.getKey(), param.getValue(), position++);
        }
        return new BenchmarkParams(
                one.getBenchmark(),
                one.generatedBenchmark(),
                one.shouldSynchIterations(),
                one.getThreads(),
                one.getThreadGroups(),
                one.getThreadGroupLabels(),
                list.size(),
                one.getWarmupForks(),
                one.getWarmup(),
                one.getMeasurement(),
                one.getMode(),
                workload,
                one.getTimeUnit(),
                one.getOpsPerInvocation(),
                one.getJvm(),
                one.getJvmArgs(),
                one.getJdkVersion(),
                one.getVmName(),
                one.getVmVersion(),
                one.getJmhVersion(),
                one.getTimeout());
    }
}
