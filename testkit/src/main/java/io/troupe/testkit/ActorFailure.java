// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import io.troupe.core.actor.Supervision.Decision;

/**
 * A failure of an actor that its supervision has dealt with, as {@link TestSystem#failures} lists it.
 *
 * @param address of the actor
 * @param cause what was thrown
 * @param decision what the supervision does
 */
public record ActorFailure(String address, Throwable cause, Decision decision) {}
