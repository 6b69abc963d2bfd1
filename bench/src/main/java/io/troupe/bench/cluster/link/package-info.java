// SPDX-License-Identifier: Apache-2.0
/**
 * A plain ask over a link of this project: what a call by key is compared with.
 *
 * <p>May import: cluster.stack, remoting.stack, remoting.troupe.
 */
@NullMarked
package io.troupe.bench.cluster.link;

import org.jspecify.annotations.NullMarked;
