// SPDX-License-Identifier: Apache-2.0
/**
 * Clusters of this project.
 *
 * <pre>
 *   Caller → Parrot (nothing is kept), Holder (state in the database)
 * </pre>
 *
 * May import: cluster.stack.
 */
@NullMarked
package io.troupe.bench.cluster.troupe;

import org.jspecify.annotations.NullMarked;
