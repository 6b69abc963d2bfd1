// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation;

import io.troupe.testkit.schedule.Realism;
import io.troupe.testkit.schedule.Strategy;
import java.nio.file.Path;

/**
 * How a test is run many times. Immutable; every method returns a changed copy.
 *
 * @param test name of the test, for reports and files
 * @param schedules number of runs, at least 1
 * @param seed of the first run; the others have the numbers behind it
 * @param strategy picks what happens next
 * @param realism what is an event
 * @param folder where the schedule of a run that fails is written
 */
public record SimulationOptions(
        String test, int schedules, long seed, Strategy strategy, Realism realism, Path folder) {
    private static final Path USUAL_FOLDER = Path.of("target", "simulation");

    /**
     * Checks the ranges.
     *
     * @param test any
     * @param schedules at least 1
     * @param seed any
     * @param strategy any
     * @param realism any
     * @param folder any
     * @throws IllegalArgumentException if there are less than 1 schedules
     */
    public SimulationOptions {
        if (schedules < 1) {
            throw new IllegalArgumentException("schedules must be at least 1: schedules=" + schedules);
        }
    }

    /**
     * The defaults: seeds from 0, all strategies in turns, everything an event, files in {@code target/simulation}.
     *
     * @param test name of the test
     * @return the options for a hundred runs
     */
    public static SimulationOptions of(String test) {
        return new SimulationOptions(test, 100, 0, Strategy.portfolio(), Realism.FLIGHTS_AND_TIME, USUAL_FOLDER);
    }

    /**
     * The same with another number of runs.
     *
     * @param newSchedules at least 1
     * @return a changed copy
     * @throws IllegalArgumentException if it is less
     */
    public SimulationOptions schedules(int newSchedules) {
        return new SimulationOptions(test, newSchedules, seed, strategy, realism, folder);
    }

    /**
     * The same with another first seed.
     *
     * @param newSeed any number
     * @return a changed copy
     */
    public SimulationOptions seed(long newSeed) {
        return new SimulationOptions(test, schedules, newSeed, strategy, realism, folder);
    }

    /**
     * The same with another strategy.
     *
     * @param newStrategy of all runs
     * @return a changed copy
     */
    public SimulationOptions strategy(Strategy newStrategy) {
        return new SimulationOptions(test, schedules, seed, newStrategy, realism, folder);
    }

    /**
     * The same with another realism.
     *
     * @param newRealism of all runs
     * @return a changed copy
     */
    public SimulationOptions realism(Realism newRealism) {
        return new SimulationOptions(test, schedules, seed, strategy, newRealism, folder);
    }

    /**
     * The same with another folder.
     *
     * @param newFolder is made if it does not exist
     * @return a changed copy
     */
    public SimulationOptions folder(Path newFolder) {
        return new SimulationOptions(test, schedules, seed, strategy, realism, newFolder);
    }
}
