// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.locality;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A row of the grid: so many actors with so much memory each.
 *
 * @param actors 1 or more
 * @param bytes of each, 4 or more
 */
record Row(int actors, int bytes) {
    /** The rest is for messages, and for the collector to copy into. */
    private static final double SHARE_OF_HEAP = 0.7;

    /** All rows, sizes within numbers of actors. */
    static List<Row> all(List<Integer> actors, List<Integer> bytes) {
        List<Row> rows = new ArrayList<>();
        for (int count : actors) {
            for (int size : bytes) {
                rows.add(new Row(count, size));
            }
        }
        return rows;
    }

    /** Whether the memory of all actors fits into this heap. */
    boolean fits(long heap) {
        return (double) actors * bytes <= heap * SHARE_OF_HEAP;
    }

    /** For humans. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%,d actors × %,d bytes", actors, bytes);
    }

    /** Fresh memory for every actor. */
    List<Memory> allocate(Memory.Variant variant) {
        List<Memory> memories = new ArrayList<>(actors);
        for (int i = 0; i < actors; i++) {
            memories.add(variant.allocate(bytes, i));
        }
        return memories;
    }
}
