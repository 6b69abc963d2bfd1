// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.plot;

import java.util.List;

/**
 * Systems under the same conditions, one below the other.
 *
 * @param name the conditions; empty if there is only one group
 * @param entries in their order from the top
 */
public record Group(String name, List<Entry> entries) {
    /**
     * A system's figure.
     *
     * @param name of the system
     * @param stats empty if it was not measured
     * @param disturbed whether something came between while it was measured
     */
    public record Entry(String name, Style style, Stats stats, boolean disturbed) {}

    /** Copies the list. */
    public Group {
        entries = List.copyOf(entries);
    }
}
