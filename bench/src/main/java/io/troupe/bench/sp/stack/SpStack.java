// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.stack;

/** A library of sockets, or the floor under all of them. Used by one thread, before any role runs. */
public interface SpStack {
    /** Its name on the command line. */
    String name();

    /** How it is set up, in a few words. */
    String about();

    /**
     * Whether it can do this at all.
     *
     * @param threads that send or ask
     */
    boolean offers(Pattern pattern, Transport transport, int threads);

    /** What runs its roles; may build it first. */
    Program program();
}
