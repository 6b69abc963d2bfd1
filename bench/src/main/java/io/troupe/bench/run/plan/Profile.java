// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run.plan;

import java.util.List;

/**
 * How long and how often everything is measured.
 *
 * @param name quick or full
 * @param forks virtual machines per cell, which is also the number of rounds; at least 1
 * @param warmUps iterations before the measured ones, at least 1
 * @param iterations that are measured in each fork, at least 1
 * @param millis length of an iteration, at least 1
 * @param inProcess whether JMH measures in this virtual machine; its figures show only that everything runs
 */
public record Profile(String name, int forks, int warmUps, int iterations, int millis, boolean inProcess) {
    /** Shows in minutes that everything runs; its figures are not to be quoted. */
    public static final Profile QUICK = new Profile("quick", 1, 1, 2, 150, false);

    /** The figures of a report: five forks and the whole grids, a night long. */
    public static final Profile FULL = new Profile("full", 5, 4, 5, 500, false);

    /** Until the measured virtual machine has started, and until it has ended. */
    private static final double START_SECONDS = 1;

    /** Until it has touched its heap, which quick does not. */
    private static final double TOUCH_SECONDS = 1.5;

    private static final double MILLIS = 1000;

    /** Checks the ranges. */
    public Profile {
        atLeastOne("forks", forks);
        atLeastOne("warm-ups", warmUps);
        atLeastOne("iterations", iterations);
        atLeastOne("time", millis);
    }

    /**
     * The profile of that name.
     *
     * @throws BenchException if there is none
     */
    public static Profile named(String name) {
        return List.of(QUICK, FULL).stream()
                .filter(profile -> profile.name.equals(name))
                .findFirst()
                .orElseThrow(() -> BenchException.wrong("profile must be quick or full: profile=" + name));
    }

    /** Whether figures of it may be quoted. */
    public boolean isFull() {
        return name.equals(FULL.name);
    }

    /** The same with other numbers; 0 keeps what there is. */
    public Profile with(int newForks, int newMillis) {
        return new Profile(
                name,
                newForks == 0 ? forks : newForks,
                warmUps,
                iterations,
                newMillis == 0 ? millis : newMillis,
                inProcess);
    }

    /** The same without virtual machines of their own for JMH's benchmarks. */
    public Profile asInProcess() {
        return new Profile(name, forks, warmUps, iterations, millis, true);
    }

    /**
     * What one fork of a JMH benchmark takes, roughly.
     *
     * @param batchMillis of one invocation: no iteration is shorter
     */
    public double forkSeconds(int batchMillis) {
        double start = inProcess ? START_SECONDS / 2 : START_SECONDS + (isFull() ? TOUCH_SECONDS : 0);
        return start + (warmUps + iterations) * Math.max(millis, batchMillis) / MILLIS;
    }

    private static void atLeastOne(String name, int value) {
        if (value < 1) {
            throw BenchException.wrong(name + " must be at least 1: " + name + "=" + value);
        }
    }
}
