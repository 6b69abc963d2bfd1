// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The limits and sizes of a {@link Transport} of sockets. Immutable; every method returns a changed copy.
 *
 * @param connectTimeout longest time to dial, and then to agree on TLS; more than zero, at most a day
 * @param socketBufferBytes bytes that the kernel buffers for each socket and direction, at least 4096. Always set: left
 *     to itself the kernel stores more than 30 MB for a reader that has stopped
 * @param lowMark bytes that wait to leave, at which a full connection becomes writable again; more than zero
 * @param highMark bytes that wait to leave, from which on a connection is full; more than lowMark
 * @param loops threads that serve the connections, from 1 to 1024
 * @param maxConnections connections that one listener keeps open at the same time, at least 1; it closes further ones
 *     at once
 * @param tls certificates for addresses {@code tls://}; null: there are none, and such addresses fail
 */
public record TransportConfig(
        Duration connectTimeout,
        int socketBufferBytes,
        int lowMark,
        int highMark,
        int loops,
        int maxConnections,
        @Nullable TlsFiles tls) {
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final int LEAST_BUFFER = 4096;
    private static final int MOST_LOOPS = 1024;

    /**
     * Checks the ranges.
     *
     * @param connectTimeout more than zero, at most a day
     * @param socketBufferBytes 4096 or more
     * @param lowMark 1 or more
     * @param highMark more than lowMark
     * @param loops 1 to 1024
     * @param maxConnections 1 or more
     * @param tls null: none
     * @throws IllegalArgumentException if a value is out of its range
     */
    public TransportConfig {
        check(
                connectTimeout.compareTo(Duration.ZERO) > 0 && connectTimeout.compareTo(LONGEST) <= 0,
                "connectTimeout must be more than zero and at most " + LONGEST + ": connectTimeout=" + connectTimeout);
        check(
                socketBufferBytes >= LEAST_BUFFER,
                "socketBufferBytes must be at least " + LEAST_BUFFER + ": socketBufferBytes=" + socketBufferBytes);
        check(
                lowMark > 0 && lowMark < highMark,
                "lowMark must be more than zero and less than highMark: lowMark=" + lowMark + ", highMark=" + highMark);
        check(loops > 0 && loops <= MOST_LOOPS, "loops must be from 1 to " + MOST_LOOPS + ": loops=" + loops);
        check(maxConnections > 0, "maxConnections must be at least 1: maxConnections=" + maxConnections);
    }

    /**
     * {@return the defaults: 5 s to connect, 256 KiB in the kernel, marks of 64 KiB and 256 KiB, two threads (one on a
     * single processor), 16,384 connections, no TLS}
     */
    public static TransportConfig defaults() {
        int loops = Math.min(2, Runtime.getRuntime().availableProcessors());
        return new TransportConfig(Duration.ofSeconds(5), 256 << 10, 64 << 10, 256 << 10, loops, 16384, null);
    }

    /**
     * The same with another time to connect.
     *
     * @param newTimeout more than zero, at most a day
     * @return a changed copy
     * @throws IllegalArgumentException if it is out of its range
     */
    public TransportConfig connectTimeout(Duration newTimeout) {
        return new TransportConfig(newTimeout, socketBufferBytes, lowMark, highMark, loops, maxConnections, tls);
    }

    /**
     * The same with other buffers in the kernel.
     *
     * @param newBytes bytes per socket and direction, at least 4096
     * @return a changed copy
     * @throws IllegalArgumentException if there are fewer
     */
    public TransportConfig socketBufferBytes(int newBytes) {
        return new TransportConfig(connectTimeout, newBytes, lowMark, highMark, loops, maxConnections, tls);
    }

    /**
     * The same with other marks of fullness.
     *
     * @param newLow bytes at which a full connection becomes writable again; more than zero
     * @param newHigh bytes from which on a connection is full; more than newLow
     * @return a changed copy
     * @throws IllegalArgumentException if they are out of their ranges
     */
    public TransportConfig marks(int newLow, int newHigh) {
        return new TransportConfig(connectTimeout, socketBufferBytes, newLow, newHigh, loops, maxConnections, tls);
    }

    /**
     * The same with another number of threads.
     *
     * @param newLoops from 1 to 1024
     * @return a changed copy
     * @throws IllegalArgumentException if it is out of its range
     */
    public TransportConfig loops(int newLoops) {
        return new TransportConfig(connectTimeout, socketBufferBytes, lowMark, highMark, newLoops, maxConnections, tls);
    }

    /**
     * The same with another limit of connections.
     *
     * @param newMax connections per listener, at least 1
     * @return a changed copy
     * @throws IllegalArgumentException if it is out of its range
     */
    public TransportConfig maxConnections(int newMax) {
        return new TransportConfig(connectTimeout, socketBufferBytes, lowMark, highMark, loops, newMax, tls);
    }

    /**
     * The same with other certificates, or without.
     *
     * @param newTls for addresses {@code tls://}; null: none
     * @return a changed copy
     */
    public TransportConfig tls(@Nullable TlsFiles newTls) {
        return new TransportConfig(connectTimeout, socketBufferBytes, lowMark, highMark, loops, maxConnections, newTls);
    }

    private static void check(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
