// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp.perf;

import java.util.Locale;

/**
 * The work of the side that does not measure.
 *
 * @param address where
 * @param what it did
 * @param messages how many
 * @param seconds from the first to the last
 */
record Done(String address, String what, long messages, double seconds) {
    String text() {
        return String.format(Locale.ROOT, "%s: %d %s in %.3f s", address, messages, what, seconds);
    }
}
