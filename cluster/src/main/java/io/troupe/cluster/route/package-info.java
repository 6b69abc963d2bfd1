// SPDX-License-Identifier: Apache-2.0
/**
 * How calls find the owner of their key, and stay in order while it changes: the caller's side is a {@link
 * io.troupe.cluster.route.VirtualOutlet}, the owner's its {@code ServedTypes}, and the {@link io.troupe.cluster.route.Router} of a
 * process leads from one to the other. May import: activation, actor, store.
 */
@NullMarked
package io.troupe.cluster.route;

import org.jspecify.annotations.NullMarked;
