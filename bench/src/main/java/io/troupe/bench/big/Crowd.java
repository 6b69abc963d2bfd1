// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.big;

/** The size of it. */
final class Crowd {
    /** Actors. */
    static final int MEMBERS = 1_000;
    /** Questions of each one, one after the other. */
    static final int ROUNDS = 100;
    /** Questions and answers of all. */
    static final int MESSAGES = MEMBERS * ROUNDS * 2;

    private Crowd() {}

    /** The next one to ask, by a linear congruential generator. */
    static long nextSeed(long seed) {
        return seed * 6364136223846793005L + 1442695040888963407L;
    }

    /** A member by a seed. */
    static int pick(long seed) {
        return (int) ((seed >>> 33) % MEMBERS);
    }
}
