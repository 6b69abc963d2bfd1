// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.stack;

/** Counts and times round trips. Belongs to whoever sends the requests, one thread at a time. */
@FunctionalInterface
public interface Trips {
    /**
     * To be called before each request: what happened since the last call is one round trip.
     *
     * @return whether there shall be another
     */
    boolean more();
}
