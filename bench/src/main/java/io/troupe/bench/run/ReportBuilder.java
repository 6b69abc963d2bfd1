// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run;

import io.troupe.bench.report.Report;
import io.troupe.bench.report.Row;
import io.troupe.bench.report.Section;
import io.troupe.bench.report.Series;
import io.troupe.bench.report.Verdict;
import io.troupe.bench.results.Result;
import io.troupe.bench.results.Results;
import io.troupe.bench.results.Samples;
import io.troupe.bench.results.Source;
import io.troupe.bench.targets.Judgement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Groups the results of a run for the page.
 *
 * @param results of the run
 * @param judgements of the targets that were asked for
 * @param disturbances of single figures
 */
record ReportBuilder(Results results, List<Judgement> judgements, Disturbances disturbances) {
    /** What the collector did as a whole follows from the length of the run; what matters are the bytes per operation. */
    private static final Set<String> COLLECTOR = Set.of("gc.alloc.rate", "gc.count", "gc.time");

    private static final String ONE_FORK = "One fork each: ranges and n are those of its iterations.";

    Report build(String title) {
        return new Report(
                title,
                disturbances.marks(),
                results.environment(),
                judgements.stream().map(ReportBuilder::verdict).toList(),
                results.suites().stream().map(this::section).toList());
    }

    private static Verdict verdict(Judgement judgement) {
        List<Source> sources = judgement.used().stream()
                .flatMap(result -> result.sources().stream())
                .distinct()
                .toList();
        return new Verdict(
                judgement.target().what(),
                judgement.target().demand(),
                judgement.outcome(),
                judgement.words(),
                sources);
    }

    private Section section(String suite) {
        Map<String, List<Result>> kinds = new LinkedHashMap<>();
        for (Result result : results.results()) {
            if (result.suite().equals(suite)) {
                kinds.computeIfAbsent(result.benchmark() + " " + result.unit(), kind -> new ArrayList<>())
                        .add(result);
            }
        }
        boolean once = results.results().stream()
                .allMatch(result ->
                        !result.suite().equals(suite) || result.samples().forks() == 1);
        return new Section(
                suite,
                once ? ONE_FORK : "",
                kinds.values().stream().map(this::series).toList());
    }

    private Series series(List<Result> kind) {
        Result any = kind.get(0);
        return new Series(
                any.benchmark(),
                any.unit(),
                any.better(),
                kind.stream().map(this::row).toList());
    }

    private Row row(Result result) {
        List<Row.Extra> extras = result.secondary().stream()
                .filter(metric -> !COLLECTOR.contains(metric.name()))
                .map(metric -> new Row.Extra(metric.name(), metric.unit(), samples(metric.samples())))
                .toList();
        return new Row(
                result.label(),
                result.role(),
                result.cell().params(),
                samples(result.samples()),
                result.sources().get(0),
                disturbances.of(result),
                extras);
    }

    /** One per fork; of a single one its iterations, so that there is a spread at all. */
    private static List<Double> samples(Samples samples) {
        double[] figures = samples.forks() == 1 ? samples.all() : samples.medians();
        return Arrays.stream(figures).boxed().toList();
    }
}
