// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.stacks;

import io.troupe.bench.results.Result;
import java.io.IOException;

/**
 * One stack in one cell; measured once in every round.
 *
 * @param cell what is measured, for people
 * @param stack name of the stack
 * @param absence why it cannot be measured, in words; empty if it can
 * @param measurement measures it
 */
public record Step(String cell, String stack, String absence, Measurement measurement) {
    /** Measures in processes that are started for it. */
    @FunctionalInterface
    public interface Measurement {
        /**
         * Measures.
         *
         * @return one round of it
         * @throws IllegalStateException if a process fails; the message is one line
         */
        Result measure() throws IOException, InterruptedException;
    }

    /** What cannot be measured. */
    public static Step absent(String cell, String stack, String absence) {
        return new Step(cell, stack, absence, () -> {
            throw new IllegalStateException(stack + ": " + absence);
        });
    }

    /** What can be measured. */
    public static Step of(String cell, String stack, Measurement measurement) {
        return new Step(cell, stack, "", measurement);
    }

    boolean isAbsent() {
        return !absence.isEmpty();
    }
}
