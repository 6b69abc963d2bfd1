// SPDX-License-Identifier: Apache-2.0
/**
 * Stores of state in databases over JDBC: {@link io.troupe.cluster.sql.SqlStore}, with one {@code Dialect} per database; and
 * what several members need: {@link io.troupe.cluster.sql.SqlRegistry} and {@link io.troupe.cluster.sql.ShardFence}.
 *
 * <p>Imports: store, registry, shard.
 */
package io.troupe.cluster.sql;
