// SPDX-License-Identifier: Apache-2.0
/**
 * Actors: how they are written, spawned, watched and supervised.
 *
 * <pre>
 *   Spawner.spawn(type, factory, options) → reference · Actor.self() · Actor.context() → ActorContext
 * </pre>
 *
 * May import: io.troupe.core.promise, error, call, message, continuation.
 */
package io.troupe.core.actor;
