// SPDX-License-Identifier: Apache-2.0
/**
 * Links between the members of a cluster: each dials all others, tells them what has changed, and looks after those whose link has
 * ended. It proves deaths; who decides is {@link io.troupe.cluster.member}.
 *
 * <p>Imports: registry.
 */
@NullMarked
package io.troupe.cluster.peer;

import org.jspecify.annotations.NullMarked;
