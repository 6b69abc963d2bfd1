// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.simulation;

/** What is compared: where actors live, and who helps whom. All methods have nothing to do by default. */
interface Scheduler {
    /** As it is called in tables. */
    String name();

    /** Gives every actor a home and starts workers. */
    void begin(Machine machine);

    /** A worker has nothing to do; it may steal. */
    default void idle(Machine machine, int worker) {}

    /** A backlog has grown. */
    default void pushed(Machine machine, int worker) {}

    /** A turn has ended. */
    default void ran(Machine machine, int worker, int actor, long nanos, int messages) {}

    /** An actor has woken another. */
    default void called(Machine machine, int worker, int from, int to) {}

    /** Time passes: once per {@link #tick()}. */
    default void window(Machine machine) {}

    /** Nanoseconds between two calls of {@link #window}. */
    default long tick() {
        return 20_000_000;
    }
}
