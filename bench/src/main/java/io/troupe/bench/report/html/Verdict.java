// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.html;

import java.util.List;

/**
 * What became of a target.
 *
 * @param workload what it is about, as "ring of 100, per hop"
 * @param target as it was set, as "≤ 30 ns"
 * @param outcome whether it was reached
 * @param words the figure and how far away it is, as "24.5 ns, 0.82 × the target"; or why there is none
 * @param sources where the figures are found; empty if there are none
 */
public record Verdict(String workload, String target, Outcome outcome, String words, List<Source> sources) {
    /** Whether a target was reached, with the word and the sign for it. */
    public enum Outcome {
        /** Measured, and as good as wanted. */
        REACHED("reached", "✓"),
        /** Measured, and not as good as wanted. */
        MISSED("missed", "✗"),
        /** Measured, but the spread allows both. */
        UNDECIDED("not decided", "≈"),
        /** Not in this run. */
        NOT_MEASURED("not measured", "–");

        private final String words;
        private final String sign;

        Outcome(String words, String sign) {
            this.words = words;
            this.sign = sign;
        }

        String words() {
            return words;
        }

        String sign() {
            return sign;
        }

        /** The name of the style in the page. */
        String style() {
            return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
        }
    }

    /** Copies the list. */
    public Verdict {
        sources = List.copyOf(sources);
    }
}
