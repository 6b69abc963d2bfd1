// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.stack;

/** The end that asks, for one thread. */
@FunctionalInterface
public interface Requester {
    /** Asks, awaits the reply, checks its length, and does so again while {@link Trips#more} says so. */
    void run(Trips trips) throws Exception;
}
