// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.TurnLimits;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Settings of a dispatcher that has worker threads of its own. Begin with {@link #of} and change what differs.
 *
 * @param name of the dispatcher and prefix of its thread names
 * @param workers number of threads, 1 to 1024
 * @param idle what a worker does without work; {@link IdleStrategy#backoff()} by default
 * @param turnMessages most messages of an actor before others have their turn, at least 1; 512 by default
 * @param turnTime most time of a turn by the average cost of its messages, at least 1 ns; 50 µs by default. Whatever they
 *     cost, a turn ends with the message in which this time, or a millisecond if that is more, is over
 * @param turnCallbacks most continuations and timers of an actor before others have their turn, at least 1; 256 by default
 * @param stuckAfter time in one message after which a worker counts as stuck, and actors that wait behind it move to other
 *     workers where the dispatcher allows it; 1 ms or more, 50 ms by default
 * @param reportAfter time in one message after which the worker is reported; at least stuckAfter, 500 ms by default
 */
public record WorkerConfig(
        String name,
        int workers,
        IdleStrategy idle,
        int turnMessages,
        Duration turnTime,
        int turnCallbacks,
        Duration stuckAfter,
        Duration reportAfter) {
    private static final int MAX_WORKERS = 1024;

    private static final int TURN_MESSAGES = 512;
    /**
     * A twentieth of the time that a turn may take at most: what arrives beside a flood is at work within some 50 µs, and to
     * begin a turn costs a hundredth of that at most.
     */
    private static final Duration TURN_TIME = Duration.ofNanos(50_000);

    private static final int TURN_CALLBACKS = 256;

    /**
     * Checks the ranges.
     *
     * @param name any text, not null
     * @param workers 1 to 1024
     * @param idle not null
     * @param turnMessages 1 or more
     * @param turnTime 1 ns or more
     * @param turnCallbacks 1 or more
     * @param stuckAfter 1 ms or more
     * @param reportAfter stuckAfter or more
     * @throws IllegalArgumentException if a value is out of its range
     */
    public WorkerConfig {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(idle, "idle");
        Objects.requireNonNull(turnTime, "turnTime");
        atLeastOne("turnMessages", turnMessages);
        atLeastOne("turnCallbacks", turnCallbacks);
        if (turnTime.isZero() || turnTime.isNegative()) {
            throw new IllegalArgumentException("turnTime must be at least 1 ns: turnTime=" + turnTime);
        }
        if (workers < 1 || workers > MAX_WORKERS) {
            throw new IllegalArgumentException(
                    "workers must be between 1 and " + MAX_WORKERS + ": workers=" + workers + ", dispatcher=" + name);
        }
        if (stuckAfter.compareTo(Duration.ofMillis(1)) < 0) {
            throw new IllegalArgumentException("stuckAfter must be at least 1 ms: stuckAfter=" + stuckAfter);
        }
        if (reportAfter.compareTo(stuckAfter) < 0) {
            throw new IllegalArgumentException("reportAfter must not be less than stuckAfter: reportAfter="
                    + reportAfter + ", stuckAfter=" + stuckAfter);
        }
    }

    /**
     * The usual settings: back off when idle, turns of 512 messages or 50 µs, stuck after 50 ms, reported after 500 ms.
     *
     * @param name of the dispatcher and prefix of its thread names
     * @param workers number of threads, 1 to 1024
     * @return the settings
     * @throws IllegalArgumentException if the number of threads is out of range
     */
    public static WorkerConfig of(String name, int workers) {
        return new WorkerConfig(
                name,
                workers,
                IdleStrategy.backoff(),
                TURN_MESSAGES,
                TURN_TIME,
                TURN_CALLBACKS,
                Duration.ofMillis(50),
                Duration.ofMillis(500));
    }

    /**
     * These settings with another idle strategy.
     *
     * @param strategy what a worker does without work
     * @return a copy with the strategy
     */
    public WorkerConfig idle(IdleStrategy strategy) {
        return new WorkerConfig(
                name, workers, strategy, turnMessages, turnTime, turnCallbacks, stuckAfter, reportAfter);
    }

    /**
     * These settings with other limits of a turn.
     *
     * @param messages most messages in a turn, at least 1
     * @param time most time of a turn, at least 1 ns; as {@link #turnTime()}
     * @param callbacks most continuations and timers in a turn, at least 1
     * @return a copy with the limits
     * @throws IllegalArgumentException if a value is out of its range
     */
    public WorkerConfig turns(int messages, Duration time, int callbacks) {
        return new WorkerConfig(name, workers, idle, messages, time, callbacks, stuckAfter, reportAfter);
    }

    /**
     * These settings with other times until a worker counts as stuck and is reported.
     *
     * @param time in one message until the worker counts as stuck; 1 ms or more
     * @param report time in one message until the worker is reported; not less than the other
     * @return a copy with the times
     * @throws IllegalArgumentException if a value is out of its range
     */
    public WorkerConfig stuckAfter(Duration time, Duration report) {
        return new WorkerConfig(name, workers, idle, turnMessages, turnTime, turnCallbacks, time, report);
    }

    private static void atLeastOne(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1: " + name + "=" + value);
        }
    }

    TurnLimits limits() {
        return new TurnLimits(turnMessages, TimeUnit.NANOSECONDS.convert(turnTime), turnCallbacks);
    }
}
