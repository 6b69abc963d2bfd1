// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.fault;

import java.time.Duration;
import java.util.function.Supplier;

/** What can be done to a call. */
sealed interface Fault {
    /** Throws in place of the method. */
    record Fail(Supplier<? extends Throwable> failure) implements Substitute {
        @Override
        public void run() throws Throwable {
            throw failure.get();
        }
    }

    /** Does nothing in place of the method. */
    record Drop() implements Substitute {
        @Override
        public void run() {}
    }

    /** Calls the method, and nobody gets its answer. */
    record LoseAnswer(Runnable lost) implements Fault {}

    /** Sends the call later. */
    record Delay(Duration by) implements Fault {}

    /** Runs in the target's turn instead of the method. */
    sealed interface Substitute extends Fault {
        /** What the method would do now. */
        void run() throws Throwable;
    }
}
