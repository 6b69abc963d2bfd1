// SPDX-License-Identifier: Apache-2.0
/**
 * What a stack must offer to be measured as a cluster.
 *
 * <pre>
 *   process that measures: Node.echo, update, read → Stack's wire → members → Store
 * </pre>
 *
 * May import: nothing of this module.
 */
@NullMarked
package io.troupe.bench.cluster.stack;

import org.jspecify.annotations.NullMarked;
