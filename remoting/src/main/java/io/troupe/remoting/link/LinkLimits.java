// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.link;

import java.time.Duration;
import java.util.Objects;

/**
 * The limits of one link on this side: frames, calls, references, queues, memory. Immutable: {@code
 * LinkLimits.defaults().memory(16 << 20)} is a changed copy.
 *
 * @param frames limits of each frame
 * @param maxCalls most calls of the other side that are under way at the same time, from 1
 * @param maxExports most references, promises and callbacks of this side that the other side holds, from 1
 * @param sendQueue most messages to one target that wait to be sent; a power of two, from 32
 * @param receiveQueue most messages that wait in an unbounded mailbox before the link holds them back; from 64
 * @param memory most bytes of messages that wait on this side, in each direction: to be sent, and received but not
 *     worked off; from 65,536
 * @param heartbeat silence after which the other side is asked for a sign of life, from 10 ms to a day
 */
public record LinkLimits(
        FrameLimits frames,
        int maxCalls,
        int maxExports,
        int sendQueue,
        int receiveQueue,
        int memory,
        Duration heartbeat) {
    private static final Duration SHORTEST_BEAT = Duration.ofMillis(10);
    private static final Duration LONGEST_BEAT = Duration.ofDays(1);

    private static final LinkLimits DEFAULTS =
            new LinkLimits(FrameLimits.defaults(), 65_536, 100_000, 4096, 16_384, 4 << 20, Duration.ofSeconds(2));

    private static final int SMALLEST_QUEUE = 32;
    private static final int SMALLEST_RECEIVE = 64;
    private static final int SMALLEST_MEMORY = 1 << 16;

    /**
     * Checks the ranges.
     *
     * @param frames have ranges of their own
     * @param maxCalls 1 or more
     * @param maxExports 1 or more
     * @param sendQueue a power of two, 32 or more
     * @param receiveQueue 64 or more
     * @param memory 65,536 or more
     * @param heartbeat from 10 ms to a day
     * @throws IllegalArgumentException if a limit is out of its range
     */
    public LinkLimits {
        Objects.requireNonNull(frames, "frames");
        Objects.requireNonNull(heartbeat, "heartbeat");
        atLeast(1, "maxCalls", maxCalls);
        atLeast(1, "maxExports", maxExports);
        atLeast(SMALLEST_QUEUE, "sendQueue", sendQueue);
        atLeast(SMALLEST_RECEIVE, "receiveQueue", receiveQueue);
        atLeast(SMALLEST_MEMORY, "memory", memory);
        if (Integer.bitCount(sendQueue) != 1) {
            throw new IllegalArgumentException("sendQueue must be a power of two: sendQueue=" + sendQueue);
        }
        if (heartbeat.compareTo(SHORTEST_BEAT) < 0 || heartbeat.compareTo(LONGEST_BEAT) > 0) {
            throw new IllegalArgumentException("heartbeat must be from 10 ms to a day: heartbeat=" + heartbeat);
        }
    }

    /** {@return 1 MiB frames, 65,536 calls, 100,000 exports, queues of 4096 and 16,384, 4 MiB, 2 s} */
    public static LinkLimits defaults() {
        return DEFAULTS;
    }

    /**
     * The same with other limits of each frame.
     *
     * @param newFrames have ranges of their own
     * @return a changed copy
     */
    public LinkLimits frames(FrameLimits newFrames) {
        return new LinkLimits(newFrames, maxCalls, maxExports, sendQueue, receiveQueue, memory, heartbeat);
    }

    /**
     * The same with another number of calls that the other side may have under way.
     *
     * @param newMaxCalls 1 or more
     * @return a changed copy
     * @throws IllegalArgumentException if it is out of its range
     */
    public LinkLimits maxCalls(int newMaxCalls) {
        return new LinkLimits(frames, newMaxCalls, maxExports, sendQueue, receiveQueue, memory, heartbeat);
    }

    /**
     * The same with another number of references, promises and callbacks that the other side may hold.
     *
     * @param newMaxExports 1 or more
     * @return a changed copy
     * @throws IllegalArgumentException if it is out of its range
     */
    public LinkLimits maxExports(int newMaxExports) {
        return new LinkLimits(frames, maxCalls, newMaxExports, sendQueue, receiveQueue, memory, heartbeat);
    }

    /**
     * The same with another number of messages to one target that may wait to be sent.
     *
     * @param newSendQueue a power of two, 32 or more
     * @return a changed copy
     * @throws IllegalArgumentException if it is out of its range
     */
    public LinkLimits sendQueue(int newSendQueue) {
        return new LinkLimits(frames, maxCalls, maxExports, newSendQueue, receiveQueue, memory, heartbeat);
    }

    /**
     * The same with another number of messages that may wait in an unbounded mailbox.
     *
     * @param newReceiveQueue 64 or more
     * @return a changed copy
     * @throws IllegalArgumentException if it is out of its range
     */
    public LinkLimits receiveQueue(int newReceiveQueue) {
        return new LinkLimits(frames, maxCalls, maxExports, sendQueue, newReceiveQueue, memory, heartbeat);
    }

    /**
     * The same with another number of bytes that may wait in each direction.
     *
     * @param newMemory 65,536 or more
     * @return a changed copy
     * @throws IllegalArgumentException if it is out of its range
     */
    public LinkLimits memory(int newMemory) {
        return new LinkLimits(frames, maxCalls, maxExports, sendQueue, receiveQueue, newMemory, heartbeat);
    }

    /**
     * The same with another silence after which the other side is asked for a sign of life.
     *
     * @param newHeartbeat from 10 ms to a day
     * @return a changed copy
     * @throws IllegalArgumentException if it is out of its range
     */
    public LinkLimits heartbeat(Duration newHeartbeat) {
        return new LinkLimits(frames, maxCalls, maxExports, sendQueue, receiveQueue, memory, newHeartbeat);
    }

    private static void atLeast(int limit, String name, int value) {
        if (value < limit) {
            throw new IllegalArgumentException(name + " must be at least " + limit + ": " + name + "=" + value);
        }
    }
}
