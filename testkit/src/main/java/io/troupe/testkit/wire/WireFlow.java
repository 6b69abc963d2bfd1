// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.wire;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The rules and counters of one direction of a {@link WireProxy}. They apply to all its connections, also to those that
 * exist. Any thread; a new rule applies to the bytes that come after it.
 */
public final class WireFlow {
    private static final long NOTHING = -1;

    // guarded by this
    private long latencyNanos;
    private long bytesPerSecond;
    private boolean frozen;
    private boolean blackhole;
    private long corrupted = NOTHING;
    private long truncated = NOTHING;
    private Cut truncation = Cut.FIN;
    private long forwarded;
    private long swallowed;

    WireFlow() {}

    /**
     * Lets each byte arrive later.
     *
     * @param delay zero or more; zero by default
     * @throws IllegalArgumentException if the delay is negative
     */
    public synchronized void latency(Duration delay) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("latency must not be negative: latency=" + delay);
        }
        latencyNanos = delay.toNanos();
        notifyAll();
    }

    /**
     * Limits the speed of each connection.
     *
     * @param newBytesPerSecond bytes per second of one connection; zero, the default, for no limit
     * @throws IllegalArgumentException if the number is negative
     */
    public synchronized void bandwidth(long newBytesPerSecond) {
        if (newBytesPerSecond < 0) {
            throw new IllegalArgumentException("bandwidth must not be negative: bytesPerSecond=" + newBytesPerSecond);
        }
        bytesPerSecond = newBytesPerSecond;
        notifyAll();
    }

    /**
     * Takes bytes and loses them, or stops to do so.
     *
     * @param on whether bytes are lost from now on
     */
    public synchronized void blackhole(boolean on) {
        blackhole = on;
    }

    /** Neither takes nor hands over anything; nothing is lost, and senders are held back. */
    public synchronized void freeze() {
        frozen = true;
    }

    /** Goes on after {@link #freeze}. */
    public synchronized void thaw() {
        frozen = false;
        notifyAll();
    }

    /**
     * Inverts one byte of each connection.
     *
     * @param index of the byte in the connection's stream, from zero; negative for none
     */
    public synchronized void corrupt(long index) {
        corrupted = index;
    }

    /**
     * Cuts each connection after some bytes.
     *
     * @param bytes number of bytes that each connection hands over before the cut; negative for no cut
     * @param how the end that both sides see
     */
    public synchronized void truncate(long bytes, Cut how) {
        truncated = bytes;
        truncation = how;
    }

    /** Takes all rules back; counters stay. */
    public synchronized void heal() {
        latencyNanos = 0;
        bytesPerSecond = 0;
        frozen = false;
        blackhole = false;
        corrupted = NOTHING;
        truncated = NOTHING;
        notifyAll();
    }

    /** {@return the number of bytes handed over so far, of all connections} */
    public synchronized long forwarded() {
        return forwarded;
    }

    /** {@return the number of bytes lost by {@link #blackhole} so far, of all connections} */
    public synchronized long swallowed() {
        return swallowed;
    }

    synchronized void awaitThaw() throws InterruptedException {
        while (frozen) {
            wait();
        }
    }

    /** When what is taken now is due. */
    synchronized long due(long now) {
        return now + latencyNanos;
    }

    /** Waits until a time, without regard to what changes in the meantime. */
    synchronized void awaitTime(long nanoTime) throws InterruptedException {
        for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
            wait(left / 1_000_000, (int) (left % 1_000_000));
        }
    }

    /** How long so many bytes take. */
    synchronized long nanosFor(int bytes) {
        return bytesPerSecond == 0 ? 0 : TimeUnit.SECONDS.toNanos(bytes) / bytesPerSecond;
    }

    /** Whether bytes just taken are lost. */
    synchronized boolean swallow(int bytes) {
        if (blackhole) {
            swallowed += bytes;
        }
        return blackhole;
    }

    /** Spoils what was taken if the byte to spoil is in it. */
    synchronized void spoil(byte[] bytes, int size, long position) {
        if (corrupted >= position && corrupted < position + size) {
            bytes[(int) (corrupted - position)] ^= (byte) 0xFF;
        }
    }

    /** How many of so many bytes may be handed over before the cut. */
    synchronized int allowed(int size, long position) {
        return truncated < 0 ? size : (int) Math.max(0, Math.min(size, truncated - position));
    }

    /** Whether the cut is due after so many bytes. */
    synchronized boolean isCut(long position) {
        return truncated >= 0 && position >= truncated;
    }

    synchronized Cut truncation() {
        return truncation;
    }

    synchronized void count(int bytes) {
        forwarded += bytes;
    }
}
