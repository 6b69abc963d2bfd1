// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.worker;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.TurnLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A dispatcher without threads: the caller runs the turns, one message each at most. For tests and simulations. With a seed it
 * picks the next cell by chance, reproducibly; without one, first come first served. Cells may become ready on any
 * thread; turns are run by one thread at a time.
 */
public final class ManualDispatcher extends OnePlaceDispatcher {
    /** One message per turn, so that the seed decides between all interleavings; callbacks before it, as elsewhere. */
    private static final TurnLimits ONE_AT_A_TIME = new TurnLimits(1, Long.MAX_VALUE, TurnLimits.DEFAULT.callbacks());

    private final @Nullable Random random;
    private final List<Object> ready = new ArrayList<>(); // guarded by itself
    private long steps;

    private ManualDispatcher(String name, @Nullable Random random) {
        super(name);
        this.random = random;
    }

    /** First come, first served. */
    public static ManualDispatcher inOrder() {
        return new ManualDispatcher("manual", null);
    }

    /**
     * Picks among the ready cells by chance.
     *
     * @param seed the same seed gives the same choices
     */
    public static ManualDispatcher seeded(long seed) {
        return new ManualDispatcher("manual-" + seed, new Random(seed));
    }

    /**
     * Runs one turn (the waiting callbacks and one message), or one task given to {@link #executor()}.
     *
     * @return whether there was something to run
     */
    public boolean runNext() {
        Object next = take();
        if (next == null) {
            return false;
        }
        steps++;
        if (next instanceof Cell cell) {
            runTurn(cell);
        } else {
            ((Runnable) next).run();
        }
        return true;
    }

    /**
     * Runs until nothing is ready.
     *
     * @return number of turns
     * @throws IllegalStateException after ten million turns: the actors keep each other busy for ever
     */
    public int runAll() {
        int done = 0;
        while (runNext()) {
            if (++done == 10_000_000) {
                throw new IllegalStateException("runAll must come to an end: turns=" + done + ", dispatcher=" + name());
            }
        }
        return done;
    }

    /** Turns run so far. */
    public long steps() {
        return steps;
    }

    /** Cells and tasks that are ready. */
    public int ready() {
        synchronized (ready) {
            return ready.size();
        }
    }

    /** An executor whose tasks are run by the same steps. */
    public Executor executor() {
        return this::add;
    }

    private void runTurn(Cell cell) {
        boolean again = true;
        Cell outer = CellThread.currentCell();
        boolean interrupted = Thread.interrupted();
        CellThread.enter(cell);
        try {
            again = cell.turn(ONE_AT_A_TIME);
        } catch (Throwable e) {
            again = !cell.isClosed();
            turnFailed(cell, e);
        } finally {
            CellThread.enter(outer);
            restoreInterrupt(interrupted);
        }
        if (again) {
            add(cell);
        }
    }

    private @Nullable Object take() {
        synchronized (ready) {
            if (ready.isEmpty()) {
                return null;
            }
            return ready.remove(random == null ? 0 : random.nextInt(ready.size()));
        }
    }

    private void add(Object cellOrTask) {
        synchronized (ready) {
            ready.add(cellOrTask);
        }
    }

    @Override
    public void onReady(Cell cell) {
        add(cell);
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
        return true;
    }
}
