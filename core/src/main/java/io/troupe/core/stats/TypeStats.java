// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.stats;

/**
 * A snapshot of all actors of one type, racy while they run. Counters include actors that have ended, without the
 * messages of their last turns, and never decrease.
 *
 * @param type name of the class or interface they were spawned with
 * @param actors that have not ended
 * @param messages delivered
 * @param failures of actors, each dealt with by their supervision
 * @param restarts by their supervision
 * @param unsettledAsks calls whose methods have returned promises that have not settled
 * @param maxDepth messages in the fullest mailbox, counted up to 100,000
 * @param totalDepth messages in all mailboxes, each counted in the same way
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
