// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.TurnLimits;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The turns and tasks that are ready, and the thread that runs them. */
final class ManualScheduler extends SingleHomeDispatcher implements ManualDispatcher {
    /** One message per turn, so that the seed decides between all interleavings; callbacks before it, as elsewhere. */
    private static final TurnLimits ONE_AT_A_TIME = new TurnLimits(1, Long.MAX_VALUE, TurnLimits.DEFAULT.callbacks());

    private static final int MOST_TURNS = 10_000_000;

    private final @Nullable Random random;
    private final Object lock = new Object();
    private final Deque<Object> line = new ArrayDeque<>(); // guarded by lock; used without a seed
    private final List<Object> pool = new ArrayList<>(); // guarded by lock; used with a seed
    private long steps;

    /** Runs the turns: the thread that made the dispatcher, until another one runs a turn. */
    private volatile Thread driver = Thread.currentThread();

    ManualScheduler(String name, @Nullable Random random) {
        super(name);
        this.random = random;
    }

    @Override
    public boolean runNext() {
        Thread thread = Thread.currentThread();
        if (driver != thread) {
            driver = thread;
        }
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

    @Override
    public int runAll() {
        int done = 0;
        while (runNext()) {
            if (++done == MOST_TURNS) {
                throw new IllegalStateException("runAll must come to an end: turns=" + done + ", dispatcher=" + name());
            }
        }
        return done;
    }

    @Override
    public long steps() {
        return steps;
    }

    @Override
    public int ready() {
        synchronized (lock) {
            return line.size() + pool.size();
        }
    }

    @Override
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

    private void add(Object cellOrTask) {
        synchronized (lock) {
            if (random == null) {
                line.add(cellOrTask);
            } else {
                pool.add(cellOrTask);
            }
        }
    }

    /** True for the thread that runs the turns, unless it is in one: it may not wait for itself. */
    @Override
    public boolean isDrivenBy(Thread thread) {
        return driver == thread && CellThread.currentCell() == null;
    }

    @Override
    public boolean drive() {
        return runNext();
    }

    @Override
    public void onReady(Cell cell) {
        synchronized (lock) {
            if (!isClosed()) {
                add(cell);
                return;
            }
        }
        abandon(cell);
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
        List<Cell> left = new ArrayList<>();
        synchronized (lock) {
            markClosed();
            Collection<Object> ready = random == null ? line : pool;
            for (Object item : ready) {
                if (item instanceof Cell cell) {
                    left.add(cell);
                }
            }
            ready.removeIf(Cell.class::isInstance);
        }
        left.forEach(this::abandon);
        tellClosed(false);
        return true;
    }
}
