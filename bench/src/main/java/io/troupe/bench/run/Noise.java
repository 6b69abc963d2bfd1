// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run;

import io.troupe.bench.harness.Spread;
import io.troupe.bench.run.plan.Cell;
import io.troupe.bench.run.plan.Part;
import io.troupe.bench.run.plan.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The run of one system against itself, by the procedure of all the others: two series that take turns. What is between them
 * is what the machine does, and no smaller difference between two systems means anything.
 */
final class Noise {
    /** Suite of both series, which no suite of the plan is called. */
    static final String SUITE = "noise";

    /** Raw files of the two series. */
    static final List<String> SERIES = List.of("aa-1", "aa-2");

    /** With fewer there is no spread. */
    private static final int LEAST_FORKS = 2;

    private Noise() {}

    /** The series as parts. */
    static List<Part> parts(Cell cell, int forks) {
        return SERIES.stream()
                .map(name -> new Part(SUITE, name, List.of(cell), Math.max(LEAST_FORKS, forks)))
                .toList();
    }

    /** Steps of both series, in turns: first of one, first of the other, second of the first, … */
    static List<Map.Entry<Part, Step>> steps(List<Part> parts) {
        List<Map.Entry<Part, Step>> steps = new ArrayList<>();
        for (int i = 0; i < parts.get(0).rounds(); i++) {
            for (Part part : parts) {
                steps.add(Map.entry(part, part.steps().get(i)));
            }
        }
        return steps;
    }

    /**
     * What the series show.
     *
     * @param a scores of the forks of one series, not empty
     * @param b those of the other, not empty
     * @return difference of the medians and range of all forks, both as shares: 0.05 is 5 %
     */
    static Map<String, Double> figures(double[] a, double[] b) {
        double medianA = Spread.of(a).median();
        double medianB = Spread.of(b).median();
        double[] all = new double[a.length + b.length];
        System.arraycopy(a, 0, all, 0, a.length);
        System.arraycopy(b, 0, all, a.length, b.length);
        Spread spread = Spread.of(all);
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("difference", Math.abs(medianA - medianB) / Math.min(medianA, medianB));
        figures.put("spread", (spread.high() - spread.low()) / spread.median());
        figures.put("forks", (double) all.length);
        return figures;
    }
}
