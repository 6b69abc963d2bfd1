// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import io.troupe.dispatch.mailbox.MailboxSpec;
import java.time.Duration;
import java.util.Objects;

/**
 * The settings of a directory. Start from {@link #defaults} or {@link #named}; every method that sets an option returns a
 * changed copy. Immutable.
 *
 * @param actors settings of each actor; their name is that of the directory, by default the type's simple name in lower case
 * @param passivateAfter idle time after which an actor is passivated, 1 millisecond to 10 years. An actor is looked at in
 *     steps of a quarter of it, so it may stay a quarter longer, and with a hundred thousand actors not less than 100
 *     milliseconds
 * @param maxActive most actors with an object, 1 or more. Beyond it the ones that were not used for longest, roughly, are
 *     passivated first. Those at work stay: so there may be more while all that are looked at are at work
 */
public record DirectoryOptions(ActorOptions actors, Duration passivateAfter, int maxActive) {
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofDays(3653);
    private static final DirectoryOptions DEFAULT =
            new DirectoryOptions(ActorOptions.defaults(), Duration.ofMinutes(10), 100_000);

    /**
     * Checks the ranges.
     *
     * @param actors without a demand on the place of a single actor
     * @param passivateAfter 1 millisecond to 10 years
     * @param maxActive 1 or more
     * @throws IllegalArgumentException if a component is out of its range
     */
    public DirectoryOptions {
        Objects.requireNonNull(actors, "actors");
        Objects.requireNonNull(passivateAfter, "passivateAfter");
        if (passivateAfter.compareTo(SHORTEST) < 0 || passivateAfter.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "passivateAfter must be from 1 ms to 10 years: passivateAfter=" + passivateAfter);
        }
        if (maxActive < 1) {
            throw new IllegalArgumentException("maxActive must be at least 1: maxActive=" + maxActive);
        }
        if (actors.placement().isDemanding()) {
            throw new IllegalArgumentException(
                    "actors of a directory are placed by the dispatcher: placement=" + actors.placement());
        }
    }

    /** {@return options with 10 minutes, 100,000 active actors and default actors} */
    public static DirectoryOptions defaults() {
        return DEFAULT;
    }

    /**
     * {@return the defaults with a name}
     *
     * @param name unique among the directories of the system: letters, digits, '-', '_' or '.', beginning with a letter or
     *     digit
     * @throws IllegalArgumentException if the name breaks that rule
     */
    public static DirectoryOptions named(String name) {
        return DEFAULT.name(name);
    }

    /**
     * {@return a copy with a name}
     *
     * @param newName unique among the directories of the system: letters, digits, '-', '_' or '.', beginning with a letter
     *     or digit
     * @throws IllegalArgumentException if the name breaks that rule
     */
    public DirectoryOptions name(String newName) {
        return actors(actors.name(newName));
    }

    /**
     * {@return a copy with settings of each actor}
     *
     * @param newActors dispatcher, mailbox, supervision, deadline of the actors, and the name of the directory
     * @throws IllegalArgumentException if they demand a place
     */
    public DirectoryOptions actors(ActorOptions newActors) {
        return new DirectoryOptions(newActors, passivateAfter, maxActive);
    }

    /**
     * {@return a copy with a mailbox of each actor}
     *
     * @param newMailbox bounds, order and overflow policy
     */
    public DirectoryOptions mailbox(MailboxSpec newMailbox) {
        return actors(actors.mailbox(newMailbox));
    }

    /**
     * {@return a copy with a supervision of each actor}
     *
     * @param newSupervision decides what happens when an actor fails
     */
    public DirectoryOptions supervision(Supervision newSupervision) {
        return actors(actors.supervision(newSupervision));
    }

    /**
     * {@return a copy with an idle time after which actors are passivated}
     *
     * @param newTime 1 millisecond to 10 years
     * @throws IllegalArgumentException if it is out of range
     */
    public DirectoryOptions passivateAfter(Duration newTime) {
        return new DirectoryOptions(actors, newTime, maxActive);
    }

    /**
     * {@return a copy with a bound for active actors}
     *
     * @param newMaxActive 1 or more
     * @throws IllegalArgumentException if it is less than 1
     */
    public DirectoryOptions maxActive(int newMaxActive) {
        return new DirectoryOptions(actors, passivateAfter, newMaxActive);
    }
}
