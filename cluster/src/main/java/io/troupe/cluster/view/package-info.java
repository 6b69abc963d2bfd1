// SPDX-License-Identifier: Apache-2.0
/**
 * What operators see of a cluster from outside: {@link io.troupe.cluster.view.ClusterView} reads the database and the registry
 * that its members agree by, and asks members to leave. {@link io.troupe.cluster.view.ClusterSchema} makes the tables.
 *
 * <p>Imports: actor, sql, registry, store, shard.
 */
package io.troupe.cluster.view;
