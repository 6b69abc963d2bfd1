// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.ReadyStack;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What other threads touch of a worker, in one cache line: the cells they hand over, whether it must be woken or has no
 * thread, and whether it shall have one.
 *
 * <p>Invariant: the thread that owns the worker writes the state, except that anybody may move PARKED or RETIRED to BUSY,
 * by compare-and-set: who ends a retirement owns the worker until it has a thread again.
 *
 * <p>Known races: parking or retiring while something is pushed, or while the opposite is asked for. The worker announces
 * what it is about to do and looks at all its sources and at the wish again; the other thread pushes, or wishes, and looks
 * at the announcement then. One of the two sees the other (Dekker), and if both do, the compare-and-set decides.
 */
@SuppressWarnings("unused") // the fields that keep the line for itself
final class WorkerInbox extends ReadyStack {
    /** In a turn, or about to look for one. */
    static final int BUSY = 0;
    /** Found nothing, looks again from time to time. */
    static final int SEARCHING = 1;
    /** Asleep until woken. */
    static final int PARKED = 2;
    /** Without a thread until revived. */
    static final int RETIRED = 3;

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(WorkerInbox.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Written by the worker; PARKED → BUSY by whoever wakes it, RETIRED → BUSY by whoever revives it. */
    private volatile int state = BUSY;

    /** Whether the worker shall have a thread. Written by others. */
    private volatile boolean wanted = true;

    private long after1;
    private long after2;
    private long after3;
    private long after4;
    private long after5;
    private long after6;
    private long after7;

    WorkerInbox() {}

    int state() {
        return state;
    }

    boolean isRetired() {
        return state == RETIRED;
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

    /** PARKED or RETIRED: somebody else has to see to it that a thread looks at the inbox. */
    boolean isAsleep() {
        return state >= PARKED;
    }

    /** Gives the worker away: only who ends this may touch what belongs to its thread. */
    void announceRetirement() {
        STATE.setVolatile(this, RETIRED);
    }

    /** Takes the worker over, by the thread that retired or by who revives it. Returns whether it was to be had. */
    boolean endRetirement() {
        return state == RETIRED && STATE.compareAndSet(this, RETIRED, BUSY);
    }

    boolean isWanted() {
        return wanted;
    }

    /** Wishes that the worker has a thread, or that it gives it up when there is nothing to do. */
    void want(boolean thread) {
        wanted = thread;
    }
}
