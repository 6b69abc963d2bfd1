// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.html;

import io.troupe.bench.report.targets.Outcome;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The top of the page: what makes the figures doubtful, what became of the targets, where it was measured. */
final class Summary {
    /** More are folded away, or nobody would see the targets below them. */
    private static final int MOST_MARKS = 10;

    private final Html html;
    private final ReportInput input;

    private Summary(Html html, ReportInput input) {
        this.html = html;
        this.input = input;
    }

    static void write(Html html, ReportInput input) {
        Summary summary = new Summary(html, input);
        html.open("header").content("h1", input.title());
        summary.marks();
        html.close();
        summary.targets();
        summary.environment();
    }

    private void marks() {
        if (input.marks().isEmpty()) {
            return;
        }
        html.open("div", "class", "marks", "role", "note");
        html.content("p", "Read these figures with care:");
        List<String> marks = input.marks();
        int shown = marks.size() > MOST_MARKS ? MOST_MARKS - 1 : marks.size();
        list(marks.subList(0, shown));
        if (shown < marks.size()) {
            html.open("details").content("summary", "and " + (marks.size() - shown) + " more");
            list(marks.subList(shown, marks.size()));
            html.close();
        }
        html.close();
    }

    private void list(List<String> marks) {
        html.open("ul");
        marks.forEach(mark -> html.content("li", mark));
        html.close();
    }

    private void targets() {
        html.open("section", "id", "targets").content("h2", "Targets");
        List<Verdict> verdicts = input.verdicts();
        if (verdicts.isEmpty()) {
            html.content("p", "No targets were compared with this run.");
        } else {
            html.content("p", counts(verdicts));
            table(verdicts);
        }
        html.close();
    }

    /** As "Of 3 targets 2 reached, 1 missed." */
    private static String counts(List<Verdict> verdicts) {
        String counts = Stream.of(Outcome.values())
                .map(outcome -> Map.entry(
                        outcome,
                        verdicts.stream().filter(v -> v.outcome() == outcome).count()))
                .filter(count -> count.getValue() > 0)
                .map(count -> count.getValue() + " " + count.getKey().words())
                .collect(Collectors.joining("; "));
        return "Of " + verdicts.size() + (verdicts.size() == 1 ? " target: " : " targets: ") + counts + ".";
    }

    private void table(List<Verdict> verdicts) {
        html.open("div", "class", "wide").open("table");
        html.open("thead").open("tr");
        for (String name : List.of("workload", "target", "outcome", "figure", "raw figures")) {
            html.content("th", name, "scope", "col");
        }
        html.close().close().open("tbody");
        for (Verdict verdict : verdicts) {
            html.open("tr", "class", verdict.outcome().words().replace(' ', '-'));
            html.content("th", verdict.workload(), "scope", "row");
            html.content("td", verdict.target());
            html.open("td", "class", "outcome");
            html.content("span", sign(verdict.outcome()), "class", "sign", "aria-hidden", "true");
            html.text(" " + verdict.outcome().words()).close();
            html.content("td", verdict.words());
            html.open("td", "class", "raw").links(verdict.sources()).close();
            html.close();
        }
        html.close().close().close();
    }

    private static String sign(Outcome outcome) {
        return switch (outcome) {
            case REACHED -> "✓";
            case MISSED -> "✗";
            case NOT_MEASURED -> "–";
        };
    }

    private void environment() {
        html.open("section", "id", "environment").content("h2", "Environment");
        html.open("div", "class", "wide").open("table", "class", "facts").open("tbody");
        input.environment().forEach((name, value) -> {
            html.open("tr").content("th", name, "scope", "row").content("td", value);
            html.close();
        });
        if (input.environment().isEmpty()) {
            html.open("tr").content("td", "Nothing is known about the machine.").close();
        }
        html.close().close().close().close();
    }
}
