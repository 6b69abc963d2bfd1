// SPDX-License-Identifier: Apache-2.0
/**
 * How calls find the owner of their key, and stay in order while it changes: the caller's side is a {@link
 * io.troupe.cluster.route.VirtualOutlet}, all else of a process its {@link io.troupe.cluster.route.Router}. May import:
 * activation, actor, store.
 */
@NullMarked
package io.troupe.cluster.route;

import org.jspecify.annotations.NullMarked;
