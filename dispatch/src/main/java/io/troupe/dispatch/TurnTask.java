// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.Cell;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * One turn of a cell as a task of an executor. Holds the cell until somebody takes it, to run or to abandon it.
 *
 * <p>Invariant: the cell is taken once, by one exchange. So an executor that throws although it has accepted the task, that
 * runs a task twice, or runs it after all although it was refused before, gives the cell one turn.
 */
final class TurnTask implements Runnable {
    private static final VarHandle CELL;

    static {
        try {
            CELL = MethodHandles.lookup().findVarHandle(TurnTask.class, "cell", Cell.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final ExecutorDispatcher dispatcher;
    private volatile @Nullable Cell cell;

    TurnTask(ExecutorDispatcher dispatcher, Cell cell) {
        this.dispatcher = dispatcher;
        CELL.set(this, cell); // the executor publishes it
    }

    @Override
    public void run() {
        Cell taken = take();
        if (taken != null) {
            dispatcher.runTurn(taken);
        }
    }

    /** Gives it to the executor once more. What that throws means that it was not taken, unless the cell is gone. */
    void tryAgain() {
        dispatcher.execute(this);
    }

    /** Ends the cell instead, if nobody has taken it. */
    void abandon(Throwable cause) {
        Cell taken = take();
        if (taken != null) {
            dispatcher.abandon(taken, cause);
        }
    }

    private @Nullable Cell take() {
        return (Cell) CELL.getAndSet(this, (Cell) null);
    }

    /** The cell, or null once it is taken. */
    @Nullable
    Cell cell() {
        return cell;
    }
}
