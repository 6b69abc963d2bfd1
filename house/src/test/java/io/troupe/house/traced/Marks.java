// SPDX-License-Identifier: Apache-2.0
package io.troupe.house.traced;

/** Tells the command that watches this virtual machine where an operation begins and ends. It stops at the private methods. */
final class Marks {
    private static volatile boolean watched;

    private Marks() {}

    /** From now on somebody watches. */
    static void watch() {
        watched = true;
    }

    /** Nothing happens until this returns, but what always happens. */
    static void rest() {
        rests();
    }

    /** The operation begins, on this thread. */
    static void begin() {
        if (watched) {
            begins();
        }
    }

    /** The operation has its effect, on this thread. */
    static void effect() {}

    /** The operation has had its effect; returns when the rest is over, too. */
    static void end() {
        ends();
    }

    private static void rests() {}

    private static void begins() {}

    private static void ends() {}
}
