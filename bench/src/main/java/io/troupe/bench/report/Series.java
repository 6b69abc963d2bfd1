// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report;

import io.troupe.bench.results.Better;
import java.util.List;

/**
 * A benchmark: figures of the same kind, for several systems and perhaps several parameters.
 *
 * @param name of the benchmark
 * @param unit of all its figures, as "ns per message"
 * @param better which figures are the good ones
 * @param rows in any order
 */
public record Series(String name, String unit, Better better, List<Row> rows) {
    /** Copies the list. */
    public Series {
        rows = List.copyOf(rows);
    }

    /** The label of an axis. */
    String axis() {
        return unit + (better == Better.LOWER ? ", lower is better" : ", higher is better");
    }
}
