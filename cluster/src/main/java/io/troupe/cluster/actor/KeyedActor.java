// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.actor;

/**
 * Actors that a cluster hosts and finds by their key: {@link VirtualActor}, and {@link DurableActor} with a state that is stored.
 *
 * @param <SELF> the class itself
 */
public sealed interface KeyedActor<SELF> permits DurableActor, VirtualActor {}
