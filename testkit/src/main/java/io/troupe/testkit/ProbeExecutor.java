// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.Deadlines;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.timer.Clock;
import io.troupe.dispatch.timer.Timeout;
import io.troupe.dispatch.timer.TimerWheel;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Where continuations run that a test registers on answers of a probe: turns of the probe. */
final class ProbeExecutor extends CallbackExecutor {
    private static final Logger LOG = System.getLogger(ProbeExecutor.class.getName());

    private final Cell cell;
    private final Clock clock;
    private final String address;
    private final TimerWheel timers;
    private final Deadlines deadlines;

    ProbeExecutor(Cell cell, Clock clock, String address) {
        this.cell = cell;
        this.clock = clock;
        this.address = address;
        this.timers = new TimerWheel(clock, address + "-timer", this::failed);
        this.deadlines = new Deadlines(timers, clock, address);
    }

    @Override
    public void run(Message continuation) {
        cell.signalLater(continuation);
    }

    /** The test's thread registers while a turn may run. */
    @Override
    public boolean isExclusive() {
        return false;
    }

    @Override
    public Timeout schedule(long nanos, Runnable task) {
        return timers.schedule(nanos, task);
    }

    @Override
    public Deadlines deadlines() {
        return deadlines;
    }

    @Override
    public long nanos() {
        return clock.nanos();
    }

    @Override
    public String toString() {
        return address;
    }

    @Override
    public void failed(Throwable failure) {
        LOG.log(Level.WARNING, "a continuation failed and nobody listens to its promise: probe=" + address, failure);
    }

    void close() {
        deadlines.close();
        timers.close();
    }
}
