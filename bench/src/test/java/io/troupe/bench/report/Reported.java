// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report;

import io.troupe.bench.results.Better;
import io.troupe.bench.results.Role;
import io.troupe.bench.results.Source;
import io.troupe.bench.targets.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the tests report. The figures are made up by arithmetic. */
final class Reported {
    static final Report NOTHING = new Report("Nothing", List.of(), Map.of(), List.of(), List.of());
    static final Source PI = new Source("pi run.json", 3);

    private Reported() {}

    static Report of(Series... series) {
        return new Report("T", List.of(), Map.of(), List.of(), List.of(new Section("pi", "", List.of(series))));
    }

    static Report full() {
        return new Report(
                "Benchmarks, profile quick",
                List.of("This machine was not quiet: 12 % of its time was stolen.", "The run was interrupted."),
                new TreeMap<>(
                        Map.of("cpu", "AMD EPYC (Zen 4), 2 cores", "jdk", "Temurin 25.0.3+9", "governor", "unknown")),
                List.of(
                        new Verdict("Pi", "≤ 1.1 × plain loops", Outcome.MISSED, "1.46 × plain loops", List.of(PI)),
                        new Verdict("ring of 100, per hop", "≤ 30 ns", Outcome.REACHED, "24.5 ns", List.of(PI, PI)),
                        new Verdict("eight threads", "≤ 30 ns", Outcome.DISTURBED, "20 ns", List.of(PI)),
                        new Verdict("remoting, tell", "≥ 2.5 M/s", Outcome.NOT_MEASURED, "suite not run", List.of())),
                List.of(
                        new Section("pi", "All slices of one sum; the clock stops at the last one.", List.of(pi())),
                        new Section("scaling", "Pi over threads.", List.of(scaling())),
                        new Section("locality", "100 random accesses to the actor's own state.", List.of(locality())),
                        new Section("empty", "", List.of())));
    }

    static Series pi() {
        Map<String, String> few = Map.of("slices", "100000", "terms", "1000");
        return new Series(
                "Pi",
                "ms",
                Better.LOWER,
                List.of(
                        row("pekko", Role.PEER, few, 144, 126, 161, 140, 150),
                        row("disruptor", Role.PEER, few, 110, 104, 116),
                        row("troupe stealing", Role.OURS, few, 99, 96, 101, 99.4, 108),
                        new Row("troupe pool", Role.OURS, few, List.of(240.0, 250.0), PI, "load 3.1 while it ran"),
                        new Row("virtualThreads", Role.PEER, few, List.of(), PI, "needs Java 21"),
                        row("plain loops", Role.LIMIT, few, 68, 67.5, 68.8)));
    }

    static Series scaling() {
        List<Row> rows = new ArrayList<>();
        for (int threads : new int[] {1, 2, 4, 8}) {
            Map<String, String> at = Map.of("threads", Integer.toString(threads));
            rows.add(row("adaptive", Role.OURS, at, 1500.0 / threads + 90, 1500.0 / threads + 60));
            rows.add(row("by hand", Role.LIMIT, at, 1500.0 / threads + 50, 1500.0 / threads + 45));
            rows.add(row("pekko", Role.PEER, at, 1900.0 / threads + 90, 1900.0 / threads + 140));
        }
        return new Series("Scaling", "ms", Better.LOWER, rows);
    }

    static Series locality() {
        List<Row> rows = new ArrayList<>();
        int system = 0;
        for (String name : List.of("dedicated", "stealing", "fixed thread pool", "pekko")) {
            system++;
            for (int actors : new int[] {24, 240, 8000}) {
                for (int bytes : new int[] {64, 2000, 32_000, 320_000}) {
                    double time = 120 + system * 7 + Math.sqrt((double) actors * bytes) / (40 + 10 * system);
                    Map<String, String> at =
                            Map.of("actors", Integer.toString(actors), "bytes", Integer.toString(bytes));
                    rows.add(row(name, system < 3 ? Role.OURS : Role.PEER, at, time, time * 1.1, time * 0.96));
                }
            }
        }
        return new Series("Locality", "ns per message", Better.LOWER, rows);
    }

    static Row row(String system, Role role, Map<String, String> parameters, double... samples) {
        List<Double> all = new ArrayList<>();
        for (double sample : samples) {
            all.add(sample);
        }
        return new Row(system, role, parameters, all, PI, "");
    }
}
