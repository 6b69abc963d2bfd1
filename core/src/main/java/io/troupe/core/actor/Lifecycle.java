// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

/**
 * Hooks for actors that do not extend {@link Actor}: objects behind an interface, for example records. All run in the
 * actor's turns.
 */
public interface Lifecycle {
    /**
     * Runs before the first message, also after a restart. What it throws is a failure of the actor.
     *
     * @throws Exception any failure
     */
    default void onStart() throws Exception {}

    /**
     * Runs in the last turn, after the children have stopped. What it throws is reported.
     *
     * @throws Exception any failure
     */
    default void onStop() throws Exception {}

    /**
     * Runs on the failed object before a new one takes its place. What it throws is reported.
     *
     * @param cause why it is restarted
     * @throws Exception any failure
     */
    default void onRestart(Throwable cause) throws Exception {}
}
