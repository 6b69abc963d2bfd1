// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.peer;

/**
 * An address of a peer's actor.
 *
 * @param <M> type of its messages
 */
@FunctionalInterface
public interface Recipient<M> {
    /**
     * Sends a message. Any thread.
     *
     * @param message written by the sender before, read by the actor afterwards
     */
    void tell(M message);
}
