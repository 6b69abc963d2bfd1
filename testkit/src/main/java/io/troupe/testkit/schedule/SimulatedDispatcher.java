// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import io.troupe.dispatch.Dispatcher;
import io.troupe.dispatch.WorkerStats;
import io.troupe.dispatch.balance.Placement;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.CellScheduler;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.Mailbox;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.TurnLimits;
import io.troupe.dispatch.cell.WorkerMonitor;
import io.troupe.dispatch.mailbox.MailboxSpec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The dispatcher of one actor system in a simulation: its cells are lanes of the run of a {@link Simulator}. */
final class SimulatedDispatcher implements Dispatcher, CellScheduler, CellHome {
    /** One message or one callback; the mailbox sees to it that it is not one of each. */
    private static final TurnLimits ONE = new TurnLimits(1, Long.MAX_VALUE, 1);

    /** Turns take no time. */
    static final LongSupplier AT_ONCE = () -> 0;

    private final Simulator simulator;
    private final SimulatedCells cells;
    private final String name;
    private final List<WorkerMonitor> monitors = new CopyOnWriteArrayList<>();
    private final LongSupplier turnNanos;

    /** When the worker is done with all turns that have begun so far. */
    private long busyUntil;

    private volatile boolean closed;

    SimulatedDispatcher(Simulator simulator, SimulatedCells cells, String name, LongSupplier turnNanos) {
        this.simulator = simulator;
        this.cells = cells;
        this.name = name;
        this.turnNanos = turnNanos;
    }

    /** One more turn is to be run, behind those that wait. Returns when it is done; 0 if it takes no time. */
    long endOfTurn(long now) {
        if (turnNanos == AT_ONCE) {
            return 0;
        }
        busyUntil = Math.max(now, busyUntil) + turnNanos.getAsLong();
        return busyUntil;
    }

    Simulator simulator() {
        return simulator;
    }

    // ---- cells ---------------------------------------------------------------------------------------------------

    @Override
    public String name() {
        return name;
    }

    @Override
    public String toString() {
        return "Dispatcher[" + name() + "]";
    }

    @Override
    public CellHome home() {
        return this;
    }

    @Override
    public CellHome home(int worker) {
        return this;
    }

    @Override
    public CellHome drivenHome() {
        return this;
    }

    @Override
    public @Nullable Mailbox mailbox(MailboxSpec spec, Consumer<Message> displaced) {
        return cells.newMailbox(spec, displaced);
    }

    @Override
    public void keep(Cell cell, Placement placement) {
        cells.turns(cell); // from now on its mailbox knows it
    }

    @Override
    public void migrate(Cell cell, int worker) {
        // there is one place only
    }

    @Override
    public void onReady(Cell cell) {
        if (closed) {
            abandon(cell);
        } else {
            cells.ready(cell, this);
        }
    }

    @Override
    public boolean isDrivenBy(Thread thread) {
        return simulator.isDrivenBy(thread);
    }

    @Override
    public boolean happensIn(Thread thread) {
        return simulator.isDrivenBy(thread);
    }

    @Override
    public boolean drive() {
        return simulator.drive();
    }

    /** Runs a turn; returns whether the cell has more to do. */
    boolean run(Cell cell, @Nullable Cell outer) {
        if (closed) {
            abandon(cell);
            return false;
        }
        boolean interrupted = Thread.interrupted();
        CellThread.enter(cell);
        boolean again = true;
        try {
            again = cell.turn(ONE);
        } catch (Throwable e) {
            again = !cell.hasEnded();
            turnFailed(cell, e);
        } finally {
            CellThread.enter(outer);
            Thread.interrupted();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return again;
    }

    private void turnFailed(Cell cell, Throwable failure) {
        monitors.forEach(monitor -> monitor.onTurnFailed(cell, failure));
    }

    private void abandon(Cell cell) {
        try {
            cell.abandon(closedError());
        } catch (Throwable e) { // the next one must be told, too
            turnFailed(cell, e);
        }
    }

    private RejectedExecutionException closedError() {
        return new RejectedExecutionException("a closed dispatcher runs no turns: dispatcher=" + name);
    }

    // ---- as seen by users ----------------------------------------------------------------------------------------

    @Override
    public int workers() {
        return 1;
    }

    @Override
    public boolean mayBlock() {
        return false;
    }

    @Override
    public List<WorkerStats> stats() {
        return List.of();
    }

    @Override
    public void monitor(WorkerMonitor monitor) {
        if (!monitors.contains(monitor)) {
            monitors.add(monitor);
        }
    }

    @Override
    public void forget(WorkerMonitor monitor) {
        monitors.remove(monitor);
    }

    @Override
    public boolean close(Duration deadline) {
        if (!closed) {
            closed = true;
            cells.takeReady(this).forEach(this::abandon);
            RejectedExecutionException cause = closedError();
            monitors.forEach(monitor -> monitor.onClosed(this, false, cause));
        }
        return true;
    }
}
