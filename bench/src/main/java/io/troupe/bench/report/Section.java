// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report;

import java.util.List;

/**
 * A suite.
 *
 * @param name of the suite
 * @param method how it is measured, a sentence or two; empty if there is nothing to say
 * @param series its benchmarks
 */
public record Section(String name, String method, List<Series> series) {
    /** Copies the list. */
    public Section {
        series = List.copyOf(series);
    }
}
