// SPDX-License-Identifier: Apache-2.0
/**
 * What an actor system is for the library's own modules that carry calls elsewhere or stand in for actors.
 *
 * <pre>
 *   ActorControl.of(reference): stop, watch, depth · OutletHost: clock, deadlines, memory, dead letters · ContextHeaders
 * </pre>
 *
 * May import: io.troupe.core.actor, message, continuation, promise.
 */
package io.troupe.core.host;
