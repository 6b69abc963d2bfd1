// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.support;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.TurnLimits;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A home without threads: the test runs the turns. Counts how often it was told. */
public final class ReadyList implements CellHome {
    private final Queue<Cell> cells = new ConcurrentLinkedQueue<>();
    private final AtomicInteger told = new AtomicInteger();
    private final TurnLimits limits;

    /** Turns as usual, but without a limit in time: a machine that stops the test for a moment changes no order. */
    public ReadyList() {
        this(new TurnLimits(TurnLimits.DEFAULT.messages(), Long.MAX_VALUE, TurnLimits.DEFAULT.callbacks()));
    }

    public ReadyList(TurnLimits limits) {
        this.limits = limits;
    }

    @Override
    public void onReady(Cell cell) {
        told.incrementAndGet();
        cells.add(cell);
    }

    /** How often a cell became ready. */
    public int told() {
        return told.get();
    }

    /** Cells that wait for their turn. */
    public int waiting() {
        return cells.size();
    }

    /** Runs one turn; returns false when no cell is ready. */
    public boolean runTurn() {
        Cell cell = cells.poll();
        if (cell == null) {
            return false;
        }
        CellThread.enter(cell);
        try {
            if (cell.turn(limits)) {
                cells.add(cell);
            }
        } finally {
            CellThread.enter(null);
        }
        return true;
    }

    /** Runs turns until no cell is ready. */
    public void runAll() {
        boolean more;
        do {
            more = runTurn();
        } while (more);
    }

    /** Runs turns until the condition holds, waiting for other threads in between. */
    public void runUntil(String description, java.util.function.BooleanSupplier condition) {
        Await.until(description, condition, () -> {
            if (!runTurn()) {
                Thread.onSpinWait();
            }
        });
    }
}
