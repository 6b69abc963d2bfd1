// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.actor;

import java.time.Duration;
import java.time.Instant;

/**
 * A reminder that has fired, for the method that it calls: {@link DurableActor#reminder}. Immutable; any thread.
 *
 * @param name that it was given
 * @param due when it was meant to fire
 * @param late how much later the method was called; zero or more
 */
public record Reminder(String name, Instant due, Duration late) {}
