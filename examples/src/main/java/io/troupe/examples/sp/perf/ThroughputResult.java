// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp.perf;

import java.util.Locale;

/**
 * The messages received in the measured time.
 *
 * @param address where
 * @param size bytes of a message
 * @param threads that sent
 * @param messages received in that time
 * @param seconds measured
 * @param messagesPerSecond of all threads
 * @param gigabitsPerSecond of bodies
 */
record ThroughputResult(
        String address,
        int size,
        int threads,
        long messages,
        double seconds,
        double messagesPerSecond,
        double gigabitsPerSecond) {
    private static final double BITS = 8e-9;

    static ThroughputResult of(String address, int size, int threads, long messages, double seconds) {
        double rate = messages / seconds;
        return new ThroughputResult(address, size, threads, messages, seconds, rate, rate * size * BITS);
    }

    String text() {
        return String.format(
                Locale.ROOT,
                "PAIR %s, %d bytes, %d sending thread%s%n%d messages in %.3f s: %.0f messages/s, %.3f Gb/s",
                address,
                size,
                threads,
                threads == 1 ? "" : "s",
                messages,
                seconds,
                messagesPerSecond,
                gigabitsPerSecond);
    }
}
