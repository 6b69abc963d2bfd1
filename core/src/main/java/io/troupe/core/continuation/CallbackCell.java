// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.Mailbox;
import org.jspecify.annotations.Nullable;

/**
 * A cell whose code may register continuations, and whose own object must not leave raw. A class and not interfaces: it
 * is asked for on every registration, and tests for several interfaces of one class are slow on many cores before
 * Java 23 (JDK-8180450). Its methods are for the cell's own turn.
 */
public abstract class CallbackCell extends Cell {
    /**
     * A cell at rest.
     *
     * @param home where it is scheduled
     * @param mailbox where its messages wait; null for the built-in one
     */
    protected CallbackCell(CellHome home, @Nullable Mailbox mailbox) {
        super(home, mailbox);
    }

    /** The cell whose turn the calling thread runs, or null. */
    static @Nullable CallbackCell current() {
        return CellThread.currentCell() instanceof CallbackCell running ? running : null;
    }

    /** The executor of the present incarnation. */
    public abstract CallbackExecutor callbackExecutor();

    /** The object that runs the messages; null if there is none. */
    public abstract @Nullable Object receiver();

    /** What others get in place of the receiver. */
    public abstract Object reference();
}
