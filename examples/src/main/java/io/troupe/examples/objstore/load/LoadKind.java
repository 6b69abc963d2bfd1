// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.load;

import java.util.Locale;

/** What clients do. */
public enum LoadKind {
    /** Each client reads all objects, again and again, with a window of loads under way. */
    READ,
    /** Each client starts to read all objects, then reads them, again and again. */
    PREFETCH,
    /** Each client commits one object of its own, again and again. */
    COMMIT;

    /** As it is written in results. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
