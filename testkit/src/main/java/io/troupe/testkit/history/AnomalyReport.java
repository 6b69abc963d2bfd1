// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import java.util.List;

/**
 * What a check for anomalies has found. Immutable.
 *
 * @param property what was looked for: {@code serializable}, {@code monotonic reads} …
 * @param outcome what was found
 * @param anomalies all kinds that were found; of a kind there may be more in the history than are listed. Empty
 *     unless the outcome is {@code VIOLATED}
 * @param reason why the outcome is {@code UNKNOWN}, else empty
 */
public record AnomalyReport(String property, CheckOutcome outcome, List<Anomaly> anomalies, String reason) {
    /**
     * Copies the anomalies.
     *
     * @param property what was looked for
     * @param outcome what was found
     * @param anomalies not null
     * @param reason may be empty
     */
    public AnomalyReport {
        anomalies = List.copyOf(anomalies);
    }

    static AnomalyReport of(String property, List<Anomaly> anomalies) {
        return new AnomalyReport(
                property, anomalies.isEmpty() ? CheckOutcome.OK : CheckOutcome.VIOLATED, anomalies, "");
    }

    static AnomalyReport unknown(String property, String reason) {
        return new AnomalyReport(property, CheckOutcome.UNKNOWN, List.of(), reason);
    }

    /** {@return the names of the anomalies, each once, in the order in which they are listed} */
    public List<String> names() {
        return anomalies.stream().map(Anomaly::name).distinct().toList();
    }

    /** {@return one line with the outcome, then the anomalies} */
    @Override
    public String toString() {
        return switch (outcome) {
            case OK -> "the history is correct: property=" + property;
            case VIOLATED -> {
                StringBuilder text = new StringBuilder("the history is not correct: property=" + property
                        + ", anomalies=" + String.join(" ", names()) + "\n");
                anomalies.forEach(text::append);
                yield text.toString();
            }
            case UNKNOWN -> "it is not known whether the history is correct: property=" + property + ", " + reason;
        };
    }
}
