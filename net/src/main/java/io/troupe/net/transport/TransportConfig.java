// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Limits and sizes of a transport.
 *
 * @param connectTimeout how long to dial, and then how long to agree on TLS; more than zero, at most a day
 * @param socketBufferBytes of each socket and direction in the kernel; set always, as left to itself the kernel stores more
 *     than 30 MB for a reader that has stopped; at least 4096
 * @param lowMark bytes that wait to leave, at which a full connection becomes writable again
 * @param highMark bytes that wait to leave, from which on a connection is full; more than lowMark
 * @param loops threads, from 1 to 1024
 * @param maxConnections that one listener accepts at the same time, at least 1
 * @param tls for addresses tls://, or null
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

    /** Checks the ranges. */
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

    /** 5 s, 256 KiB, 64 KiB to 256 KiB, two threads if there are two cores, 16384 connections, without TLS. */
    public static TransportConfig defaults() {
        int loops = Math.min(2, Runtime.getRuntime().availableProcessors());
        return new TransportConfig(Duration.ofSeconds(5), 256 << 10, 64 << 10, 256 << 10, loops, 16384, null);
    }

    /** The same with another time to connect. */
    public TransportConfig connectTimeout(Duration newTimeout) {
        return new TransportConfig(newTimeout, socketBufferBytes, lowMark, highMark, loops, maxConnections, tls);
    }

    /** The same with other buffers in the kernel. */
    public TransportConfig socketBufferBytes(int newBytes) {
        return new TransportConfig(connectTimeout, newBytes, lowMark, highMark, loops, maxConnections, tls);
    }

    /** The same with other marks. */
    public TransportConfig marks(int newLow, int newHigh) {
        return new TransportConfig(connectTimeout, socketBufferBytes, newLow, newHigh, loops, maxConnections, tls);
    }

    /** The same with another number of threads. */
    public TransportConfig loops(int newLoops) {
        return new TransportConfig(connectTimeout, socketBufferBytes, lowMark, highMark, newLoops, maxConnections, tls);
    }

    /** The same with another number of connections. */
    public TransportConfig maxConnections(int newMax) {
        return new TransportConfig(connectTimeout, socketBufferBytes, lowMark, highMark, loops, newMax, tls);
    }

    /** The same with TLS, or without. */
    public TransportConfig tls(@Nullable TlsFiles newTls) {
        return new TransportConfig(connectTimeout, socketBufferBytes, lowMark, highMark, loops, maxConnections, newTls);
    }

    private static void check(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
