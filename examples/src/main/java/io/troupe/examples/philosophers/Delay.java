// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A random time.
 *
 * @param min shortest, in milliseconds, 0 or more
 * @param max longest, at least min
 */
public record Delay(int min, int max) {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");

    /** Checks the range. */
    public Delay {
        if (min < 0 || max < min) {
            throw new IllegalArgumentException(
                    "delay must go from a shorter to a longer time: delay=" + min + "-" + max);
        }
    }

    /**
     * Reads "100-500" or "100".
     *
     * @param name for the error text
     */
    public static Delay parse(String name, String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    name + " must be milliseconds like 100 or 100-500: " + name + "=" + text);
        }
        int min = Integer.parseInt(matcher.group(1));
        int max = matcher.group(2) == null ? min : Integer.parseInt(matcher.group(2));
        if (max < min) {
            throw new IllegalArgumentException(name + " must go from a shorter to a longer time: " + name + "=" + text);
        }
        return new Delay(min, max);
    }

    /** One of the times, all equally likely. */
    public Duration next() {
        return Duration.ofMillis(ThreadLocalRandom.current().nextInt(min, max + 1));
    }
}
