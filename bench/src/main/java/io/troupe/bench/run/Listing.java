// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run;

import io.troupe.bench.report.Json;
import io.troupe.bench.run.plan.Part;
import io.troupe.bench.run.plan.Piece;
import io.troupe.bench.run.plan.Plan;
import io.troupe.bench.run.plan.Profile;
import io.troupe.bench.run.plan.Suite;
import io.troupe.bench.run.plan.Work;
import io.troupe.bench.run.view.Progress;
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

    /** The parts with the labels of what they measure. */
    static String json(Plan plan) {
        return plan.parts().stream().map(Listing::json).collect(Collectors.joining(",\n", "[", "]\n"));
    }

    private static String json(Part part) {
        return String.format(
                Locale.ROOT,
                "{\"suite\":%s,\"part\":%s,\"rounds\":%d,\"seconds\":%.1f,\"labels\":%s}",
                Json.quoted(part.suite()),
                Json.quoted(part.name()),
                part.rounds(),
                part.seconds(),
                part.works().stream().map(Work::label).map(Json::quoted).collect(Collectors.joining(",", "[", "]")));
    }
}
