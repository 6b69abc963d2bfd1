// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.TurnLimits;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A dispatcher whose turns are run by hand, alone or together with those of others. */
final class ManualScheduler extends SingleHomeDispatcher implements ManualDispatcher {
    /** One message per turn, so that the seed decides between all interleavings; callbacks before it, as elsewhere. */
    private static final TurnLimits ONE_AT_A_TIME = new TurnLimits(1, Long.MAX_VALUE, TurnLimits.DEFAULT.callbacks());

    private final ManualSteps steps;

    ManualScheduler(String name, @Nullable Random random) {
        super(name);
        this.steps = new ManualSteps(random, this);
    }

    private ManualScheduler(String name, ManualSteps steps) {
        super(name);
        this.steps = steps;
    }

    @Override
    public ManualDispatcher share(String name) {
        return new ManualScheduler(name, steps);
    }

    @Override
    public boolean runNext() {
        return steps.runNext();
    }

    @Override
    public int runAll() {
        return steps.runAll(name());
    }

    @Override
    public long steps() {
        return steps.run();
    }

    @Override
    public int ready() {
        return steps.ready();
    }

    @Override
    public Executor executor() {
        return steps::addTask;
    }

    void runTurn(Cell cell) {
        boolean again = true;
        Cell outer = CellThread.currentCell();
        boolean interrupted = Thread.interrupted();
        CellThread.enter(cell);
        try {
            again = cell.turn(ONE_AT_A_TIME);
        } catch (Throwable e) {
            again = !cell.hasEnded();
            turnFailed(cell, e);
        } finally {
            CellThread.enter(outer);
            restoreInterrupt(interrupted);
        }
        if (again) {
            onReady(cell);
        }
    }

    @Override
    public boolean isDrivenBy(Thread thread) {
        return steps.isDrivenBy(thread);
    }

    @Override
    public CellHome drivenHome() {
        return this;
    }

    @Override
    public boolean drive() {
        return runNext();
    }

    @Override
    public void onReady(Cell cell) {
        if (!steps.addCell(cell, this)) {
            abandon(cell);
        }
    }

    @Override
    public int workers() {
        return 1;
    }

    @Override
    public boolean mayBlock() {
        return false;
    }

    @Override
    public boolean close(Duration deadline) {
        steps.close(this).forEach(this::abandon);
        tellClosed(false);
        return true;
    }
}
