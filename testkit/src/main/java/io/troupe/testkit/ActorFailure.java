// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import io.troupe.core.actor.Supervision.Decision;

/**
 * A failure of an actor that its supervision has dealt with, as {@link TestSystem#failures} lists it.
 *
 * @param address of the actor
 * @param cause the exception or error that the actor threw
 * @param decision of the supervision: resume, restart, stop or escalate
 */
public record ActorFailure(String address, Throwable cause, Decision decision) {}
