// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.chameneos;

/** The size of it. */
final class Game {
    static final int CREATURES = 100;
    static final int MEETINGS = 50_000;

    private Game() {}
}
