// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.stats;

import org.jspecify.annotations.Nullable;

/**
 * A snapshot of one actor, part of {@link SystemStats}. Racy while the actor runs.
 *
 * @param address of the actor
 * @param parent address of its parent; null for a top actor
 * @param type name of the class or interface that the actor was spawned with
 * @param depth messages that wait in the mailbox, counted up to 100,000
 * @param stashed messages that the actor has put aside
 * @param unsettledAsks asks whose method has returned a promise that is pending; now and then also a few settled ones
 * @param heldSends messages of this actor that wait for room at their receivers
 * @param messages delivered since the actor was spawned
 * @param failures of the actor since it was spawned, each handled by its supervision
 * @param restarts of the actor since it was spawned
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
