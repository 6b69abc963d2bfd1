// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.harness;

/** Sizes that all suites share, so that their figures per message can be compared. */
public final class Batch {
    /** Messages (asks, hops) of one benchmark invocation: enough to make its start and end invisible. */
    public static final int MESSAGES = 100_000;

    /** Messages that an actor sends in one turn before it goes on by a message to itself. */
    public static final int CHUNK = 1_000;

    /** Threads that every peer may use for actors; the senders outside are not counted. */
    public static final int WORKERS = Integer.getInteger("bench.workers", 2);

    private Batch() {}
}
