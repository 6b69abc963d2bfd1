// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.stats;

import org.jspecify.annotations.Nullable;

/**
 * A snapshot of one actor, racy while the actor runs.
 *
 * @param address of the actor
 * @param parent address of its parent; null for a top actor
 * @param type name of the class or interface it was spawned with
 * @param depth messages that wait in its mailbox, counted up to 100,000
 * @param stashed messages it has put aside
 * @param unsettledAsks calls whose method has returned a promise that has not settled; now and then a few that have
 * @param heldSends messages it has sent that wait for room at their receivers
 * @param messages delivered so far
 * @param failures of the actor, each dealt with by its supervision
 * @param restarts by its supervision
 */
public record ActorStats(
        String address,
        @Nullable String parent,
        String type,
        int depth,
        int stashed,
        int unsettledAsks,
        int heldSends,
        long messages,
        long failures,
        long restarts) {}
