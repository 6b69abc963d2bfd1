// SPDX-License-Identifier: Apache-2.0
/**
 * Links to the members of a cluster: each member dials all others, believes only whom it has dialled, and looks after those
 * whose link has ended. It proves deaths; who decides is {@link io.troupe.cluster.member}. Clients, which are no members, dial
 * them likewise, and ask who owns what.
 *
 * <p>Imports: registry, shard.
 */
@NullMarked
package io.troupe.cluster.peer;

import org.jspecify.annotations.NullMarked;
