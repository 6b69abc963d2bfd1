// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run;

import io.troupe.bench.results.Json;
import io.troupe.bench.run.plan.Part;
import io.troupe.bench.run.plan.Piece;
import io.troupe.bench.run.plan.Plan;
import io.troupe.bench.run.plan.Profile;
import io.troupe.bench.run.plan.Suite;
import io.troupe.bench.run.plan.Work;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What {@code --list} shows. */
final class Listing {
    private Listing() {}

    /** A line per suite with its pieces, its raw files and the time that it takes. */
    static String text(List<Suite> suites, Plan plan, Profile profile) {
        StringBuilder text = new StringBuilder();
        for (Suite suite : suites) {
            List<Part> parts = plan.parts().stream()
                    .filter(part -> part.suite().equals(suite.name()))
                    .toList();
            double seconds = parts.stream().mapToDouble(Part::seconds).sum();
            text.append(String.format(
                    Locale.ROOT,
                    "%-14s %8s  %s: %s%n",
                    suite.name(),
                    parts.isEmpty() ? "-" : Progress.span(seconds),
                    suite.what(),
                    suite.pieces().stream().map(Piece::name).collect(Collectors.joining(", "))));
        }
        text.append(String.format(
                Locale.ROOT,
                "Profile %s: %d forks and starts, about %s%n",
                profile.name(),
                plan.steps(),
                Progress.span(plan.seconds())));
        plan.leftOut().forEach(sentence -> text.append(sentence).append(System.lineSeparator()));
        return text.toString();
    }

    /**
     * A raw file.
     *
     * @param suite its suite
     * @param part names the raw file
     * @param rounds how often each label is measured
     * @param seconds it takes, roughly
     * @param labels of what it has
     */
    private record Entry(String suite, String part, int rounds, double seconds, List<String> labels) {
        static Entry of(Part part) {
            List<String> labels = part.works().stream().map(Work::label).toList();
            return new Entry(part.suite(), part.name(), part.rounds(), part.seconds(), labels);
        }
    }

    /** The parts with the labels of what they measure. */
    static String json(Plan plan) {
        return Json.text(plan.parts().stream().map(Entry::of).toList());
    }
}
