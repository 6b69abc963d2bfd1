// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.stats;

/**
 * A snapshot of all actors of one type, part of {@link SystemStats}. Racy while the actors run. The counters of messages,
 * failures and restarts include actors that have ended, without the messages of their last turns, and never decrease.
 *
 * @param type name of the class or interface that the actors were spawned with
 * @param actors number of actors that have not ended
 * @param messages delivered since the start of the system
 * @param failures of actors since the start of the system, each handled by the actor's supervision
 * @param restarts of actors since the start of the system
 * @param unsettledAsks asks whose methods have returned promises that are pending
 * @param maxDepth messages in the fullest mailbox, counted up to 100,000
 * @param totalDepth messages in all mailboxes, each counted up to 100,000
 */
public record TypeStats(
        String type,
        int actors,
        long messages,
        long failures,
        long restarts,
        long unsettledAsks,
        int maxDepth,
        long totalDepth) {}
