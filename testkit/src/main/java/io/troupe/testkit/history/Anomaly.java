// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import java.util.List;

/**
 * Something in a history that must not be there. Immutable.
 *
 * @param name of the anomaly in the literature, such as {@code G-single}, or of the guarantees that exclude each
 *     other here
 * @param rule the rule that it breaks, as a sentence
 * @param steps what happened, one line each; of a cycle each step comes before the next one, and the last before the
 *     first
 */
public record Anomaly(String name, String rule, List<String> steps) {
    /**
     * Copies the steps.
     *
     * @param name of the anomaly
     * @param rule as a sentence
     * @param steps not null
     */
    public Anomaly {
        steps = List.copyOf(steps);
    }

    /** {@return name and rule, then the steps, one per line} */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(name).append(": ").append(rule).append('\n');
        for (String step : steps) {
            text.append("  ").append(step).append('\n');
        }
        return text.toString();
    }
}
