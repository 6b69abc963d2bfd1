// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.peer;

/**
 * A system that Troupe is measured against. The interface costs nothing in a fork, which loads one peer only: its calls
 * have one target and are inlined.
 */
public interface Peer extends AutoCloseable {
    /**
     * Makes an actor. Outside of measurements.
     *
     * @param behavior run by one thread at a time
     */
    <M> Recipient<M> spawn(Behavior<M> behavior);

    /** Ends all actors and threads. */
    @Override
    void close();
}
