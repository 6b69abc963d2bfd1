// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.Padding;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Who looks after cells that wait behind messages of others: one idle worker at a time is on duty, and sleeps a little from look to
 * look. Who makes a cell wait calls one that sleeps, unless somebody is on duty or called already.
 *
 * <p>Invariant: at most one thread is on duty; it alone writes the fields below, and OFF after ON. Known races:
 *
 * <ul>
 *   <li>Two idle workers begin, or one begins while one is called: one compare-and-set wins, the other one sleeps on.
 *   <li>Who was called wakes up for a message besides, and does not look: whoever leaves its sleep takes an unanswered call
 *       back, and calls another one if cells wait.
 *   <li>A worker goes to sleep while somebody is on duty who can do nothing more, or gives its thread up just after nobody could be
 *       called: who ends its duty and who has retired call for all that wait.
 *   <li>A cell is made to wait while the duty ends. Who hands a cell over to another worker has a full fence between that and
 *       its look at the state, and who ends its duty looks once more after announcing it: one of the two sees the other
 *       (Dekker). A worker that appends to its own queue has no fence there, as that would cost each message a fifth of
 *       its time. So who ends its duty waits for longer than a store stays in a processor's buffer before it looks, and the
 *       watchdog calls for what was missed all the same.
 * </ul>
 */
final class ReliefDuty extends Padding {
    /** Nobody looks; whoever makes a cell wait should call. */
    private static final int OFF = 0;
    /** Somebody was woken for that and has not begun. */
    private static final int CALLED = 1;
    /** Somebody looks. */
    private static final int ON = 2;

    /** With what a timed sleep adds to it, less than 100 µs. */
    static final long FIRST_PAUSE = 20_000;

    static final long LONGEST_PAUSE = 320_000;
    /** Looks in a row that find nobody waiting until the duty ends. */
    private static final int QUIET_LOOKS = 4;

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(ReliefDuty.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int state = OFF;

    /** Of who is on duty. */
    private long pause;

    private int quietLooks;

    ReliefDuty() {}

    /** Whether nobody looks or is called. Any thread. */
    boolean isOff() {
        return state == OFF;
    }

    /** Whether somebody is called and has not begun. Any thread; racy. */
    boolean isCalled() {
        return state == CALLED;
    }

    /** Whether the caller is the one to wake somebody. Any thread. */
    boolean call() {
        return STATE.compareAndSet(this, OFF, CALLED);
    }

    /** Takes a call back that nobody has answered. Any thread. Returns whether there was one. */
    boolean recall() {
        return state == CALLED && STATE.compareAndSet(this, CALLED, OFF);
    }

    /** Whether the caller is on duty from now on; then {@link #end} must follow. An idle worker. */
    boolean begin() {
        if (state == ON || (!STATE.compareAndSet(this, CALLED, ON) && !STATE.compareAndSet(this, OFF, ON))) {
            return false;
        }
        pause = FIRST_PAUSE;
        quietLooks = 0;
        return true;
    }

    /** Whoever is on duty. It must look once more afterwards. */
    void end() {
        state = OFF;
    }

    /**
     * Whether to go on after a look that has found nothing to take over. The pauses grow as long as what waits gets ahead. Whoever
     * is on duty.
     *
     * @param waiting whether it has found somebody waiting
     */
    boolean goesOn(boolean waiting) {
        quietLooks = waiting ? 0 : quietLooks + 1;
        return quietLooks < QUIET_LOOKS;
    }

    /** The time to sleep until the next look, in nanoseconds. Whoever is on duty. */
    long nextPause() {
        long now = pause;
        pause = Math.min(LONGEST_PAUSE, now * 2);
        return now;
    }
}
