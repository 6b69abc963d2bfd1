// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run.plan;

import java.util.List;

/**
 * What belongs together in a report.
 *
 * @param name a short word
 * @param what it measures, for the list
 * @param pieces in the order in which they are measured
 */
public record Suite(String name, String what, List<Piece> pieces) {
    /** Copies the list. */
    public Suite {
        pieces = List.copyOf(pieces);
    }
}
