// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.peer;

/**
 * What a peer's actor does with its messages, one at a time.
 *
 * @param <M> type of its messages
 */
@FunctionalInterface
public interface Behavior<M> {
    /**
     * Handles a message.
     *
     * @param message received
     * @param self where messages to this actor go
     */
    void onMessage(M message, Recipient<M> self);
}
