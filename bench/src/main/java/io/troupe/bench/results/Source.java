// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.results;

/**
 * Where a figure can be looked up.
 *
 * @param file name of the raw file
 * @param index place of the entry in it, from 0
 */
public record Source(String file, int index) {
    /** Checks the place. */
    public Source {
        if (index < 0) {
            throw new IllegalArgumentException("index must not be negative: index=" + index + ", file=" + file);
        }
    }

    /** As in "core.json#12". */
    @Override
    public String toString() {
        return file + "#" + index;
    }
}
