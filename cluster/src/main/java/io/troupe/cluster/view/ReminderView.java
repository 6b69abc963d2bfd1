// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.view;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A reminder of a durable actor, as it is stored. Immutable.
 *
 * @param type stable name of the class
 * @param key of the actor
 * @param name unique for the actor
 * @param due when it is meant to come
 * @param every from one to the next; zero: there is only one
 * @param method that it calls
 * @param arguments of the call, a list; null: they are not readable
 * @param tries how often it has failed
 * @param at when it is tried next
 */
public record ReminderView(
        String type,
        String key,
        String name,
        Instant due,
        Duration every,
        String method,
        @Nullable Object arguments,
        int tries,
        Instant at) {}
