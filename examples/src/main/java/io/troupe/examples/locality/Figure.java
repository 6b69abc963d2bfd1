// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.locality;

/** The result of one cell of the grid, as {@code --json} prints it. */
record Figure(String dispatcher, int actors, int bytes, double nanosPerMessage, double longestWaitMillis) {

    /** Rounded to what can be told apart. */
    static Figure of(String dispatcher, Row row, Experiment.Outcome outcome) {
        return new Figure(
                dispatcher,
                row.actors(),
                row.bytes(),
                Math.round(outcome.nanosPerMessage() * 10) / 10.0,
                Math.round(outcome.longestWaitNanos() / 1e3) / 1e3);
    }
}
