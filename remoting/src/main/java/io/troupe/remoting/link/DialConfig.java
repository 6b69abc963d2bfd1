// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.link;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Timeouts, credentials and retries of dialling. Immutable; every method returns a changed copy.
 *
 * @param greetingWithin how long both sides may take to say their first line, and then hello; from 10 ms to a day. The classes of
 *     a greeting are loaded before, so this is for the network and the other side alone
 * @param firstWithin how long the first link to an address is dialled again and again before {@code connect} fails; zero: one
 *     attempt. What is refused for good, a certificate or a codec, fails at once. Of no effect where lost links are not dialled
 *     again
 * @param token gives what the greeting says to prove who dials; null: nothing. Asked before each attempt, on the thread that dials or on
 *     a timer's: must be quick. From 1 to {@value #MOST_TOKEN} characters. Whoever sees the bytes of the link sees it: so for
 *     {@code tls://}, or within a machine
 */
public record DialConfig(Duration greetingWithin, Duration firstWithin, @Nullable Supplier<String> token) {
    /** Longest token, in characters. */
    public static final int MOST_TOKEN = 8192;

    private static final Duration SHORTEST = Duration.ofMillis(10);
    private static final Duration LONGEST = Duration.ofDays(1);

    /** Without a token. */
    public DialConfig(Duration greetingWithin, Duration firstWithin) {
        this(greetingWithin, firstWithin, null);
    }

    /** 5 s for a greeting, 30 s for the first link. */
    public static final DialConfig DEFAULT = new DialConfig(Duration.ofSeconds(5), Duration.ofSeconds(30));

    /** Checks the ranges. */
    public DialConfig {
        if (greetingWithin.compareTo(SHORTEST) < 0 || greetingWithin.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "greetingWithin must be from 10 ms to a day: greetingWithin=" + greetingWithin);
        }
        if (firstWithin.isNegative() || firstWithin.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("firstWithin must be from 0 to a day: firstWithin=" + firstWithin);
        }
    }

    /** With another time for greetings. */
    public DialConfig greetingWithin(Duration newLimit) {
        return new DialConfig(newLimit, firstWithin, token);
    }

    /** With another time for the first link. */
    public DialConfig firstWithin(Duration newLimit) {
        return new DialConfig(greetingWithin, newLimit, token);
    }

    /** With what proves who dials; asked before each attempt. */
    public DialConfig token(Supplier<String> newToken) {
        return new DialConfig(greetingWithin, firstWithin, newToken);
    }

    /** The first attempt decides. */
    public DialConfig once() {
        return firstWithin(Duration.ZERO);
    }
}
