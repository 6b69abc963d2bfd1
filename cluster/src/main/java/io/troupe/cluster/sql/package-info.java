// SPDX-License-Identifier: Apache-2.0
/**
 * Stores of state in databases over JDBC: {@link io.troupe.cluster.sql.SqlStore}, with one {@code Dialect} per database.
 *
 * <p>Imports: store.
 */
package io.troupe.cluster.sql;
