// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.link;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The timeouts, retries and credentials of dialling. Immutable; every method returns a changed copy.
 *
 * @param greetingWithin longest time for the first line of both sides, and then for their greetings; from 10 ms to a
 *     day. The classes of a greeting are loaded before, so this time is for the network and the other side alone. Holds
 *     for accepted links, too
 * @param firstWithin time for which the first link to an address is dialled again and again before {@code connect}
 *     fails, from zero to a day; zero: one attempt. A certificate, codec or token that is refused fails it at once.
 *     Without {@code reconnect} there is one attempt whatever the time
 * @param token gives the token that proves who dials, from 1 to {@value #MOST_TOKEN} characters; null: there is none.
 *     Asked before each attempt, on the thread that dials or on that of a timer: must be quick. Everybody who sees the
 *     bytes of the link sees the token, so it is for {@code tls://}, or within a machine
 */
public record DialConfig(Duration greetingWithin, Duration firstWithin, @Nullable Supplier<String> token) {
    /** Length of the longest token, in characters. */
    public static final int MOST_TOKEN = 8192;

    private static final Duration SHORTEST = Duration.ofMillis(10);
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final DialConfig DEFAULTS = new DialConfig(Duration.ofSeconds(5), Duration.ofSeconds(30));

    /**
     * Without a token.
     *
     * @param greetingWithin longest time for a greeting, from 10 ms to a day
     * @param firstWithin time for which the first link is dialled again and again, from zero to a day
     * @throws IllegalArgumentException if a time is out of its range
     */
    public DialConfig(Duration greetingWithin, Duration firstWithin) {
        this(greetingWithin, firstWithin, null);
    }

    /**
     * Checks the ranges.
     *
     * @param greetingWithin 10 ms to a day
     * @param firstWithin zero to a day
     * @param token null: none
     * @throws IllegalArgumentException if a time is out of its range
     */
    public DialConfig {
        Objects.requireNonNull(greetingWithin, "greetingWithin");
        Objects.requireNonNull(firstWithin, "firstWithin");
        if (greetingWithin.compareTo(SHORTEST) < 0 || greetingWithin.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "greetingWithin must be from 10 ms to a day: greetingWithin=" + greetingWithin);
        }
        if (firstWithin.isNegative() || firstWithin.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("firstWithin must be from 0 to a day: firstWithin=" + firstWithin);
        }
    }

    /** {@return 5 s for a greeting, 30 s for the first link, no token} */
    public static DialConfig defaults() {
        return DEFAULTS;
    }

    /**
     * The same with another time for greetings.
     *
     * @param newLimit from 10 ms to a day
     * @return a changed copy
     * @throws IllegalArgumentException if it is out of its range
     */
    public DialConfig greetingWithin(Duration newLimit) {
        return new DialConfig(newLimit, firstWithin, token);
    }

    /**
     * The same with another time for the first link.
     *
     * @param newLimit from zero, which is one attempt, to a day
     * @return a changed copy
     * @throws IllegalArgumentException if it is out of its range
     */
    public DialConfig firstWithin(Duration newLimit) {
        return new DialConfig(greetingWithin, newLimit, token);
    }

    /**
     * The same with a token that proves who dials.
     *
     * @param newToken asked before each attempt; gives 1 to {@value #MOST_TOKEN} characters. Otherwise, and if it
     *     throws, the attempt is refused
     * @return a changed copy
     */
    public DialConfig token(Supplier<String> newToken) {
        return new DialConfig(greetingWithin, firstWithin, newToken);
    }

    /** {@return the same with one attempt for the first link} */
    public DialConfig once() {
        return firstWithin(Duration.ZERO);
    }
}
