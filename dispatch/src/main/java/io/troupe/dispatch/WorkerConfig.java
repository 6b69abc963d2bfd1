// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.TurnLimits;
import java.time.Duration;
import java.util.Objects;

/**
 * Settings of a dispatcher that has worker threads of its own.
 *
 * @param name prefix of the thread names
 * @param workers number of threads, 1 to 1024
 * @param idle what a worker does without work
 * @param turnMessages most messages of a cell before others have their turn; at least 1
 * @param turnTime most time of a turn by the average cost of its messages; at least 1 ns. Whatever they cost, a turn ends with
 *     the message in which this time, or a millisecond if that is more, is over
 * @param turnCallbacks most continuations and timers of a cell before others have their turn; at least 1
 * @param stuckAfter after this time in one message a worker counts as stuck, and what waits behind it is moved to other
 *     workers where the policy allows it; 1 ms or more
 * @param reportAfter after this time in one message the worker is reported; at least stuckAfter
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
     * A twentieth of the time that a turn may take at most: what arrives beside a flood is at work within some 50 µs, and to begin a
     * turn costs a hundredth of that at most.
     */
    private static final Duration TURN_TIME = Duration.ofNanos(50_000);

    private static final int TURN_CALLBACKS = 256;

    /** Checks the ranges. */
    public WorkerConfig {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(idle, "idle");
        Objects.requireNonNull(turnTime, "turnTime");
        limits(turnMessages, turnTime, turnCallbacks); // checks the ranges
        if (workers < 1 || workers > MAX_WORKERS) {
            throw new IllegalArgumentException(
                    "workers must be between 1 and " + MAX_WORKERS + ": workers=" + workers + ", dispatcher=" + name);
        }
        if (stuckAfter.toMillis() < 1) {
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
     * @param name prefix of the thread names
     * @param workers number of threads
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

    /** The same with another idle strategy. */
    public WorkerConfig idle(IdleStrategy strategy) {
        return new WorkerConfig(
                name, workers, strategy, turnMessages, turnTime, turnCallbacks, stuckAfter, reportAfter);
    }

    /** The same with other limits of a turn: most messages, most time, most continuations and timers. */
    public WorkerConfig turns(int messages, Duration time, int callbacks) {
        return new WorkerConfig(name, workers, idle, messages, time, callbacks, stuckAfter, reportAfter);
    }

    /** The same with other times until a worker counts as stuck and is reported. */
    public WorkerConfig stuckAfter(Duration time, Duration report) {
        return new WorkerConfig(name, workers, idle, turnMessages, turnTime, turnCallbacks, time, report);
    }

    TurnLimits limits() {
        return limits(turnMessages, turnTime, turnCallbacks);
    }

    private static TurnLimits limits(int messages, Duration time, int callbacks) {
        return new TurnLimits(messages, time.toNanos(), callbacks);
    }
}
