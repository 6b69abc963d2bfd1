// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.simulate;

import io.troupe.testkit.diagram.Bracket;
import io.troupe.testkit.history.History;
import io.troupe.testkit.history.Op;
import io.troupe.testkit.history.OperationEnd;
import io.troupe.testkit.schedule.Schedules;
import io.troupe.testkit.schedule.SimEvent;
import io.troupe.testkit.schedule.Simulator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs one variant of a program under one schedule after the other, and keeps the last run. Some seeds run more than once, for
 * checks and to make a failure small: only the first time counts. For one thread.
 */
final class Trials implements Schedules.Body {
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    private final SimulatedProgram program;
    private final boolean broken;
    private final Progress progress;
    private long nextSeed;
    private long count;
    private long hash;
    private long nanos;
    private long began;
    private boolean counts;
    private @Nullable Simulator last;
    private History<Op> history = new History<>();

    /** Told how many schedules were run, from time to time. */
    @FunctionalInterface
    interface Progress {
        /** So many. */
        void done(long schedules);
    }

    /**
     * Not begun.
     *
     * @param firstSeed of the schedules; those that follow have the following ones
     */
    Trials(SimulatedProgram program, boolean broken, long firstSeed, Progress progress) {
        this.program = program;
        this.broken = broken;
        this.nextSeed = firstSeed;
        this.progress = progress;
    }

    @Override
    public void run(Simulator simulator) {
        end();
        last = simulator;
        history = new History<>(() -> simulator.events() - 1);
        counts = simulator.seed() == nextSeed;
        began = System.nanoTime();
        try {
            program.run(simulator, broken, history);
        } finally {
            if (counts) {
                nextSeed++;
                count++;
                hash = (hash ^ simulator.hash()) * MULTIPLIER;
            }
        }
    }

    /** The last run is over. */
    void end() {
        if (counts) {
            nanos += System.nanoTime() - began;
            counts = false;
            progress.done(count);
        }
    }

    /** Of the names of all events of all schedules, in order: the same wherever the same has happened. */
    long hash() {
        return hash;
    }

    /** How long the schedules took, in nanoseconds, without repetitions. */
    long nanos() {
        return nanos;
    }

    /** The events of the last run, if it was recorded. */
    List<SimEvent> events() {
        return last == null ? List.of() : last.recorded();
    }

    /** The operations of the last run, if it has a history. */
    List<Bracket> operations() {
        return history.operations().stream()
                .map(operation -> {
                    boolean open = operation.end() == OperationEnd.INFO;
                    return new Bracket(
                            operation.client(),
                            operation.call().toString(),
                            open ? "" : "→ " + operation.result(),
                            operation.startTime(),
                            open ? Bracket.OPEN : operation.endTime());
                })
                .toList();
    }
}
