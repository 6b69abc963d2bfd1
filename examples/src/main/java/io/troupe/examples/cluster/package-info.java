// SPDX-License-Identifier: Apache-2.0
/**
 * {@code troupe cluster}: what operators see of a cluster of durable actors, and the few things that they do to it.
 *
 * <pre>
 *   MembersCommand, ShardsCommand, … → Source → Database → ClusterView
 * </pre>
 */
package io.troupe.examples.cluster;
