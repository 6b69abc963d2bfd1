// SPDX-License-Identifier: Apache-2.0
/**
 * The vocabulary of users: {@link io.troupe.cluster.actor.DurableActor} and what its callers are told.
 *
 * <p>Imports: activation, store.
 */
package io.troupe.cluster.actor;
