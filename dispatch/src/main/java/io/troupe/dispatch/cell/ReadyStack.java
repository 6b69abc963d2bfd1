// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Cells made ready by foreign threads, linked through themselves. Any thread pushes and any thread takes, always
 * everything: taking the whole chain by one exchange is what makes it safe for several takers (no ABA). Source: Treiber
 * (1986).
 */
public class ReadyStack extends Padding {
    private static final VarHandle TOP;

    static {
        try {
            TOP = MethodHandles.lookup().findVarHandle(ReadyStack.class, "top", Cell.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("FieldMayBeFinal") // written through TOP
    private volatile @Nullable Cell top;

    /** An empty stack. */
    public ReadyStack() {}

    /**
     * Adds a cell. Any thread.
     *
     * @param cell in no ready queue
     */
    public final void push(Cell cell) {
        Cell seen;
        do {
            seen = top;
            cell.nextReady = seen;
        } while (!TOP.compareAndSet(this, seen, cell));
    }

    /** Whether nothing is there. Any thread. */
    public final boolean isEmpty() {
        return top == null;
    }

    /** Takes all, oldest first, as a chain to walk with {@link #next}; null when empty. Any thread. */
    public final @Nullable Cell takeAll() {
        if (top == null) {
            return null;
        }
        Cell newest = (Cell) TOP.getAndSet(this, null);
        Cell first = null;
        while (newest != null) {
            Cell older = newest.nextReady;
            newest.nextReady = first;
            first = newest;
            newest = older;
        }
        return first;
    }

    /**
     * Unlinks a cell of a taken chain.
     *
     * @param cell first of the chain
     * @return the rest of the chain, or null
     */
    public static @Nullable Cell next(Cell cell) {
        Cell following = cell.nextReady;
        cell.nextReady = null;
        return following;
    }
}
