// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.chameneos;

import java.util.List;

/** What creatures look like. */
enum Colour {
    BLUE,
    RED,
    YELLOW;

    private static final List<Colour> ALL = List.of(values());

    static Colour of(int number) {
        return ALL.get(number % ALL.size());
    }

    /** The colour after a meeting: equal ones stay, unequal ones both become the third. */
    Colour after(Colour other) {
        if (this == other) {
            return this;
        }
        return switch (this) {
            case BLUE -> other == RED ? YELLOW : RED;
            case RED -> other == BLUE ? YELLOW : BLUE;
            case YELLOW -> other == BLUE ? RED : BLUE;
        };
    }
}
