// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a promise whose continuations belong to several executors, or to an executor that several threads register for.
 * Continuations registered while the settling thread still hands the earlier ones over wait here; that thread takes
 * them, too. Any thread.
 *
 * <p>Invariant: {@code late} is null or the newest of those that wait, until the settling thread finds it null and writes
 * DONE by compare-and-set. So whoever registers sees DONE and everything before has been handed over, or is seen by the
 * settling thread. Nobody waits for anybody.
 */
final class Handover {
    private static final SettleListener DONE = new Done();
    private static final VarHandle LATE;

    static {
        try {
            LATE = MethodHandles.lookup().findVarHandle(Handover.class, "late", SettleListener.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Object outcome;

    private volatile @Nullable SettleListener late;

    Handover(Object outcome) {
        this.outcome = outcome;
    }

    /** Keeps the listener for the settling thread; false if that one has finished. */
    boolean takes(SettleListener listener) {
        SettleListener seen;
        do {
            seen = late;
            if (seen == DONE) {
                return false;
            }
            listener.nextListener(seen);
        } while (!LATE.compareAndSet(this, seen, listener));
        return true;
    }

    /** The list with an end that hands over those which come late. Before the settling thread tells the list. */
    SettleListener endBehind(SettleListener newest) {
        End end = new End();
        end.nextListener(newest);
        return end;
    }

    /** Told after the listeners of the list; tells those that came meanwhile, and is told again after them. */
    private final class End extends SettleListener {
        @Override
        @Nullable
        SettleListener onSettled(Object settled) {
            if (late == null && LATE.compareAndSet(Handover.this, null, DONE)) {
                return null;
            }
            SettleListener newest = (SettleListener) LATE.getAndSet(Handover.this, null);
            return oldestFirst(endBehind(newest));
        }

        @Override
        boolean hears() {
            return false;
        }
    }

    private static final class Done extends SettleListener {
        @Override
        @Nullable
        SettleListener onSettled(Object settled) {
            throw new AssertionError("a mark is in no list");
        }
    }
}
