// SPDX-License-Identifier: Apache-2.0
/**
 * Plain JDBC: what durable actors are compared with.
 *
 * <p>May import: cluster.stack.
 */
@NullMarked
package io.troupe.bench.cluster.jdbc;

import org.jspecify.annotations.NullMarked;
