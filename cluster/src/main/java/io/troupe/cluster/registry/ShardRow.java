// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.registry;

/**
 * A shard as the registry has it. One that nobody has ever owned has no row.
 *
 * @param no number, from 0
 * @param owner id of the member, living or dead; 0: nobody
 * @param epoch grows with every owner
 * @param view number of its last change
 */
public record ShardRow(int no, long owner, long epoch, long view) {}
