// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run.page;

import io.troupe.bench.report.html.ReportInput;
import io.troupe.bench.report.html.Row;
import io.troupe.bench.report.html.Section;
import io.troupe.bench.report.html.Series;
import io.troupe.bench.report.html.Source;
import io.troupe.bench.report.html.Verdict;
import io.troupe.bench.report.model.Better;
import io.troupe.bench.report.model.Result;
import io.troupe.bench.report.model.Results;
import io.troupe.bench.report.model.Role;
import io.troupe.bench.report.plot.Style;
import io.troupe.bench.report.targets.Judgement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The results of a run as the page wants them. */
record PageInput(String title, Results results, List<Judgement> judgements) implements ReportInput {
    private static final String RAW = "raw/";

    @Override
    public List<String> marks() {
        return results.marks();
    }

    @Override
    public Map<String, String> environment() {
        return results.environment();
    }

    @Override
    public List<Verdict> verdicts() {
        return judgements.stream().map(PageInput::verdict).toList();
    }

    private static Verdict verdict(Judgement judgement) {
        List<Source> sources = judgement.used().stream()
                .flatMap(result -> result.sources().stream())
                .map(PageInput::source)
                .distinct()
                .toList();
        Verdict.Outcome outcome =
                switch (judgement.outcome()) {
                    case REACHED -> Verdict.Outcome.REACHED;
                    case MISSED -> Verdict.Outcome.MISSED;
                    case NOT_MEASURED -> Verdict.Outcome.NOT_MEASURED;
                };
        return new Verdict(judgement.target().what(), judgement.target().demand(), outcome, judgement.words(), sources);
    }

    @Override
    public List<Section> sections() {
        return results.suites().stream().map(this::section).toList();
    }

    private Section section(String suite) {
        Map<String, List<Result>> kinds = new LinkedHashMap<>();
        for (Result result : results.results()) {
            if (result.suite().equals(suite)) {
                kinds.computeIfAbsent(result.benchmark() + " " + result.unit(), kind -> new ArrayList<>())
                        .add(result);
            }
        }
        return new Section(
                suite, "", kinds.values().stream().map(PageInput::series).toList());
    }

    private static Series series(List<Result> kind) {
        Result any = kind.get(0);
        Series.Better better = any.better() == Better.HIGHER ? Series.Better.HIGHER : Series.Better.LOWER;
        return new Series(
                any.benchmark(),
                any.unit(),
                better,
                kind.stream().map(PageInput::row).toList());
    }

    private static Row row(Result result) {
        List<Double> samples = Arrays.stream(result.samples().medians()).boxed().toList();
        return new Row(
                result.label(),
                role(result.role()),
                result.cell().params(),
                samples,
                source(result.sources().get(0)),
                "");
    }

    private static Style.Role role(Role role) {
        return switch (role) {
            case OURS -> Style.Role.OURS;
            case PEER -> Style.Role.PEER;
            case LIMIT -> Style.Role.LIMIT;
        };
    }

    private static Source source(io.troupe.bench.report.model.Source source) {
        return new Source(RAW + source.file(), Integer.toString(source.index()));
    }
}
