// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import io.troupe.testkit.schedule.Schedules;
import io.troupe.testkit.schedule.Simulator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs a test again and again, each time with another interleaving. */
final class Seeds {
    /** The runs of systems that the body has started on this thread; null outside of it. */
    private static final ThreadLocal<@Nullable Started> STARTED = new ThreadLocal<>();

    /** Runs of systems, in order, which are to be recorded if they are compared with others. */
    private record Started(boolean recording, List<Simulator> runs) {}

    private Seeds() {}

    /** A system has been started: its run is recorded if it is to be compared. */
    static void started(Simulator simulator) {
        Started started = STARTED.get();
        if (started != null) {
            if (started.recording) {
                simulator.record();
            }
            started.runs.add(simulator);
        }
    }

    private static void runTwice(long seed, TestSystem.SeedBody body) throws Exception {
        List<Simulator> first = runs(seed, body, true);
        List<Simulator> second = runs(seed, body, true);
        if (first.size() != second.size()) {
            throw new AssertionError("a seed must start the same systems each time: seed=" + seed + ", first run="
                    + first.size() + ", second run=" + second.size());
        }
        for (int i = 0; i < first.size(); i++) {
            String difference = Schedules.difference(first.get(i), second.get(i));
            if (difference != null) {
                throw new AssertionError(difference);
            }
        }
    }

    private static void runOnce(long seed, TestSystem.SeedBody body) throws Exception {
        intrusion(runs(seed, body, false), null);
    }

    /** Fails if another thread has taken part in one of the runs, whatever the body has thrown. */
    private static void intrusion(List<Simulator> runs, @Nullable Throwable thrown) {
        for (Simulator run : runs) {
            String sentence = Schedules.difference(run, run); // not of another run, so only what a thread has done
            if (sentence != null) {
                throw new AssertionError(sentence, thrown);
            }
        }
    }

    private static List<Simulator> runs(long seed, TestSystem.SeedBody body, boolean recording) throws Exception {
        Started started = new Started(recording, new ArrayList<>());
        STARTED.set(started);
        try {
            body.run(seed);
        } catch (Exception | AssertionError | StackOverflowError e) {
            intrusion(started.runs, e);
            throw e;
        } finally {
            STARTED.remove();
        }
        return started.runs;
    }

    static void run(int count, TestSystem.SeedBody body) {
        if (count < 1) {
            throw new IllegalArgumentException("number of seeds must be at least 1: count=" + count);
        }
        for (long seed = 0; seed < count; seed++) {
            try {
                if (Schedules.runsTwice(seed)) {
                    runTwice(seed, body);
                } else {
                    runOnce(seed, body);
                }
            } catch (Exception | AssertionError | StackOverflowError e) {
                throw new AssertionError(
                        "the test must hold for every seed: seed=" + seed + ", tried=" + (seed + 1) + " of " + count
                                + "; replay it with TestSystem.seeded(" + seed + ")\n" + e,
                        e);
            }
        }
    }

    /** A second stream for the same seed, not correlated with the first (the finalizer of SplitMix64). */
    static long second(long seed) {
        long mixed = seed + 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }
}
