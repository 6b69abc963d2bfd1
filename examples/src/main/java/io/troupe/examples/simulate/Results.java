// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.simulate;

import io.troupe.core.promise.Promise;
import io.troupe.testkit.schedule.Simulator;
import java.time.Duration;

/** Results of asks that a test makes when the run is over. */
final class Results {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private Results() {}

    /** Lets the run go on until the promise has settled. */
    static <T> T of(Simulator simulator, Promise<T> promise) {
        if (!simulator.until(promise::isSettled, PATIENCE)) {
            throw new AssertionError("an ask must be answered: simulated patience=" + PATIENCE);
        }
        return promise.await(PATIENCE); // has settled
    }
}
