// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellThread;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** The turns and tasks that are ready at the dispatchers that share them, and the thread that runs them. */
final class ManualSteps {
    private static final int MOST_TURNS = 10_000_000;

    private final @Nullable Random random;
    private final ManualScheduler first;
    private final Object lock = new Object();
    private final Deque<Object> line = new ArrayDeque<>(); // guarded by lock; used without a seed
    private final List<Object> pool = new ArrayList<>(); // guarded by lock; used with a seed
    private long run;

    /** Runs the turns: the thread that made this, until another one runs a turn. */
    private volatile Thread driver = Thread.currentThread();

    /**
     * Nothing is ready.
     *
     * @param random picks the next one; null: they run in order
     * @param first the dispatcher of cells that come through a home of somebody else's
     */
    ManualSteps(@Nullable Random random, ManualScheduler first) {
        this.random = random;
        this.first = first;
    }

    boolean runNext() {
        Thread thread = Thread.currentThread();
        if (driver != thread) {
            driver = thread;
        }
        Object next = take();
        if (next == null) {
            return false;
        }
        run++;
        if (next instanceof Cell cell) {
            home(cell).runTurn(cell);
        } else {
            ((Runnable) next).run();
        }
        return true;
    }

    int runAll(String name) {
        int done = 0;
        while (runNext()) {
            if (++done == MOST_TURNS) {
                throw new IllegalStateException("runAll must come to an end: turns=" + done + ", dispatcher=" + name);
            }
        }
        return done;
    }

    long run() {
        return run;
    }

    int ready() {
        synchronized (lock) {
            return line.size() + pool.size();
        }
    }

    private @Nullable Object take() {
        synchronized (lock) {
            if (random == null) {
                return line.poll();
            }
            return pool.isEmpty() ? null : takeAny(random.nextInt(pool.size()));
        }
    }

    /** The last one takes the place of the chosen one: chance makes the order anyway. */
    private Object takeAny(int index) {
        Object last = pool.remove(pool.size() - 1);
        return index == pool.size() ? last : pool.set(index, last);
    }

    void addTask(Runnable task) {
        synchronized (lock) {
            add(task);
        }
    }

    /** Adds a cell unless its dispatcher is closed; returns whether it was added. */
    boolean addCell(Cell cell, ManualScheduler home) {
        synchronized (lock) {
            if (home.isClosed()) {
                return false;
            }
            add(cell);
            return true;
        }
    }

    private void add(Object cellOrTask) {
        if (random == null) {
            line.add(cellOrTask);
        } else {
            pool.add(cellOrTask);
        }
    }

    /** Closes a dispatcher: returns its cells that were ready, which are so no more. */
    List<Cell> close(ManualScheduler home) {
        List<Cell> left = new ArrayList<>();
        synchronized (lock) {
            home.markClosed();
            Collection<Object> ready = random == null ? line : pool;
            for (Object item : ready) {
                if (isOf(item, home)) {
                    left.add((Cell) item);
                }
            }
            ready.removeIf(item -> isOf(item, home));
        }
        return left;
    }

    private boolean isOf(Object item, ManualScheduler home) {
        return item instanceof Cell cell && home(cell) == home;
    }

    private ManualScheduler home(Cell cell) {
        return cell.home() instanceof ManualScheduler own ? own : first;
    }

    /** True for the thread that runs the turns, unless it is in one: it may not wait for itself. */
    boolean isDrivenBy(Thread thread) {
        return driver == thread && CellThread.currentCell() == null;
    }
}
