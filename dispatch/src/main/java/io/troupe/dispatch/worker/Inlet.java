// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.worker;

import io.troupe.dispatch.cell.ReadyStack;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What other threads touch of a worker, in one cache line: the cells they hand over, and whether it must be woken.
 *
 * <p>Known race: parking while something is pushed. The worker announces that it parks and looks at all its sources
 * again; the other thread pushes and looks at the announcement then. One of the two sees the other.
 */
@SuppressWarnings("unused") // the fields that keep the line for itself
final class Inlet extends ReadyStack {
    /** In a turn, or about to look for one. */
    static final int BUSY = 0;
    /** Found nothing, looks again from time to time. */
    static final int SEARCHING = 1;
    /** Asleep until woken. */
    static final int PARKED = 2;

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Inlet.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Written by the worker; PARKED → BUSY by whoever wakes it. */
    private volatile int state = BUSY;

    private long after1;
    private long after2;
    private long after3;
    private long after4;
    private long after5;
    private long after6;
    private long after7;

    Inlet() {}

    int state() {
        return state;
    }

    /** BUSY or SEARCHING: a hint for others, no fence needed. */
    void hint(int newState) {
        STATE.setRelease(this, newState);
    }

    void announcePark() {
        STATE.setVolatile(this, PARKED);
    }

    /** Takes the announcement back, by the worker itself or by who wakes it. Returns whether it was standing. */
    boolean endPark() {
        return state == PARKED && STATE.compareAndSet(this, PARKED, BUSY);
    }
}
