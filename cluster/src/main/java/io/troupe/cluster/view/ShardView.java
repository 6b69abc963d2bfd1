// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.view;

import org.jspecify.annotations.Nullable;

/**
 * A shard of a cluster, as it was when it was read. Immutable.
 *
 * @param number from 0 to 4095
 * @param owner id of a member, living or gone, or of a process that has the store alone; null: nobody
 * @param epoch grows with every owner; 0: there was none
 */
public record ShardView(int number, @Nullable String owner, long epoch) {}
