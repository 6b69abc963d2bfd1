// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import io.troupe.core.promise.Promise;
import io.troupe.testkit.schedule.Simulator;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Lets the events of a simulation happen on the calling thread. Where a limit is given, time may pass up to it, also while
 * messages are under way.
 */
final class SimulatedProgress implements Progress {
    private final Simulator simulator;
    private final String dispatcher;

    SimulatedProgress(Simulator simulator, String dispatcher) {
        this.simulator = simulator;
        this.dispatcher = dispatcher;
    }

    @Override
    public Duration standardLimit() {
        return Duration.ZERO;
    }

    @Override
    public boolean until(BooleanSupplier condition, Duration limit) {
        TimeLimits.check(limit);
        return simulator.until(condition, limit);
    }

    @Override
    public boolean until(BooleanSupplier condition, Duration limit, ChangeMonitor changes) {
        return until(condition, limit); // nobody else would ring it
    }

    @Override
    public boolean untilSettled(Promise<?> promise, Duration limit) {
        return until(promise::isSettled, limit);
    }

    @Override
    public void settle() {
        simulator.runAll();
    }

    @Override
    public String toString() {
        return "dispatcher=" + dispatcher + ", strategy=" + simulator.strategy() + ", events=" + simulator.events()
                + ", hash=" + Long.toHexString(simulator.hash()) + ", possible=" + simulator.possible() + ", time="
                + Duration.ofNanos(simulator.nanos()) + ", timers="
                + simulator.clock().pending();
    }
}
