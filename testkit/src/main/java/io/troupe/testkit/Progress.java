// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import io.troupe.core.ActorSystem;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.ManualDispatcher;
import io.troupe.dispatch.timer.Clock;
import io.troupe.dispatch.timer.ManualClock;
import io.troupe.testkit.schedule.Simulator;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * How the system under test goes on while a test waits. With a manual dispatcher the waiting thread runs the turns
 * itself and moves the manual clock, so that waiting takes no time and always ends the same way; otherwise it waits for
 * the system's threads. For the thread of the test only; its text tells the state of the system.
 */
sealed interface Progress permits SimulatedProgress, SteppedProgress, ThreadedProgress {
    /**
     * The right way for a system.
     *
     * @param system whose dispatcher and clock decide
     */
    static Progress of(ActorSystem system) {
        Clock clock = system.clock();
        Simulator simulator = Simulator.of(system.dispatcher());
        if (simulator != null) {
            return new SimulatedProgress(simulator, system.dispatcher().name());
        }
        if (system.dispatcher() instanceof ManualDispatcher dispatcher) {
            return new SteppedProgress(dispatcher, clock instanceof ManualClock manual ? manual : null);
        }
        return new ThreadedProgress(system.dispatcher());
    }

    /** For promises and conditions of which no system is known: waits in real time. */
    static Progress waiting() {
        return ThreadedProgress.OF_NO_SYSTEM;
    }

    /**
     * How long checks wait that were given no limit: not at all on a manual clock, where what is ready and due is run
     * but time does not move; else five seconds.
     */
    Duration standardLimit();

    /**
     * Goes on until the condition holds.
     *
     * @param condition looked at after each step, or again and again
     * @param limit of waiting, by the clock of the system: a manual one is moved by at most that; zero or more
     * @return whether the condition holds
     */
    boolean until(BooleanSupplier condition, Duration limit);

    /**
     * The same for a condition whose changes are announced: no thread looks in vain.
     *
     * @param changes told after each change
     */
    boolean until(BooleanSupplier condition, Duration limit, ChangeMonitor changes);

    /**
     * Goes on until the promise has settled.
     *
     * @return whether it has
     */
    boolean untilSettled(Promise<?> promise, Duration limit);

    /**
     * Runs what is ready, and what that makes ready, but does not move time. On a system with threads it sends a message
     * through each worker, twice: what was ready at the time of the call has usually run then, but that is no proof of
     * rest.
     */
    void settle();
}
