// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Where a cell is scheduled. Any thread may move it: the place is only looked up at the next scheduling. */
abstract class CellPlace extends CellCounters {
    private static final VarHandle HOME;

    static {
        try {
            HOME = MethodHandles.lookup().findVarHandle(CellPlace.class, "home", CellHome.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Any thread writes (a migration), senders read. */
    private volatile CellHome home;

    private static final byte PINNED = -1;

    /** Turns in a row that ran elsewhere; or PINNED: there are none. Owner only. */
    private byte awayTurns;

    /** Index of the other worker that made the cell ready, and how often in a row. Written by who schedules it. */
    private short caller;

    private byte calls;

    /** Whether a thread that is no worker made the cell ready. Written by who schedules it, read by the owner. */
    private boolean wokenFromOutside;

    CellPlace(CellHome home) {
        this.home = home;
    }

    /** Where the cell is scheduled. Any thread. */
    public final CellHome home() {
        return home;
    }

    /**
     * Moves the cell: from its next scheduling on it runs at the new home. Any thread, at any time; a cell that is
     * queued or running at the old home is handed over there at its next turn.
     *
     * @param newHome of the same dispatcher
     */
    public final void migrate(CellHome newHome) {
        home = newHome;
    }

    /**
     * Moves the cell unless somebody else did.
     *
     * @param from expected home
     * @param newHome of the same dispatcher
     * @return whether it was moved
     */
    public final boolean migrate(CellHome from, CellHome newHome) {
        return HOME.compareAndSet(this, from, newHome);
    }

    /** Notes who made the cell ready. Only for who schedules it, before it is put into a ready queue. */
    public final void wokenFromOutside(boolean outside) {
        if (wokenFromOutside != outside) {
            wokenFromOutside = outside;
        }
    }

    /** Whether a thread that is no worker made the cell ready the last time. Owner only. */
    public final boolean isWokenFromOutside() {
        return wokenFromOutside;
    }

    /**
     * Notes that another worker than home made the cell ready. Only for who schedules it.
     *
     * @param worker index of the caller's
     * @return how often in a row it was this one
     */
    public final int calledFrom(int worker) {
        if (caller != worker) {
            caller = (short) worker;
            calls = 0;
        }
        if (calls < Byte.MAX_VALUE) {
            calls++;
        }
        return calls;
    }

    /** Notes that home itself, or a thread that is no worker, made the cell ready. Only for who schedules it. */
    public final void calledFromHome() {
        if (calls != 0) {
            calls = 0;
        }
    }

    /** Notes a turn at home. Owner only. */
    public final void ranAtHome() {
        if (awayTurns > 0) {
            awayTurns = 0;
        }
    }

    /** Notes a turn elsewhere; returns how many in a row. Owner only. */
    public final int ranAway() {
        if (awayTurns >= 0 && awayTurns < Byte.MAX_VALUE) {
            awayTurns++;
        }
        return awayTurns;
    }

    /** Notes that the next turn is to be elsewhere, whatever was before. Only for who schedules the cell. */
    public final void sendAway() {
        if (awayTurns >= 0) {
            awayTurns = 1;
        }
    }

    /** Whether the cell runs, or is to run, away from its home. Owner only. */
    public final boolean isAway() {
        return awayTurns > 0;
    }

    /** From now on the cell runs nowhere but at home. Before its first scheduling. */
    public final void pin() {
        awayTurns = PINNED;
    }

    /** Whether the cell runs nowhere but at home. Owner only. */
    public final boolean isPinned() {
        return awayTurns == PINNED;
    }
}
