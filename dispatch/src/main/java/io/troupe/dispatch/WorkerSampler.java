// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.Padding;

/**
 * Measures one worker for the balancer, by samples: which cells ran for how long, who woke whom, how much waited, how long it
 * was idle. Written by the worker's thread with plain stores; read racily by the balancer, for which old or lost figures
 * are good enough. Exists under the adaptive dispatcher only, so that the others pay for a null check.
 */
final class WorkerSampler extends Padding {
    /** Work since the last rest after which cells have waited for long. */
    private static final long LONG_WORK_NANOS = 2_000_000;
    /** Work that the message rule needs as well: a thousand messages can be done in 20 µs. */
    private static final long LEAST_WORK_NANOS = 1_000_000;
    /** One sample counts as this at most: a thread that was preempted in a turn has not worked. */
    private static final long LONGEST_NANOS = 1_000_000;

    /** What comes after this time may be something else than what was before. */
    private static final long LONG_REST_NANOS = 2_000_000;

    private final int overloadMessages;
    private final Runnable help;
    private final SampleRing turns = new SampleRing();
    private final SampleRing calls = new SampleRing();
    private final SampleInterval interval;
    private final CallSample called;
    /** Whether the present turn is a sample. */
    private boolean sampling;

    /** Set by the worker, cleared by the balancer. */
    private volatile boolean overloaded;

    // since the last rest
    private boolean rested = true;
    private boolean signalled;
    private long messages;
    private long worked;

    // for ever
    private long delivered;
    private long waitingSum;
    private long turnSum;
    private long idleNanos;
    /** Beginning of the present idle time; 0: at work. */
    private long idleSince;

    /**
     * At rest.
     *
     * @param seed tells workers apart
     * @param overloadMessages messages without a rest that are too many
     * @param help called by the worker's thread when it is overloaded, once between two rests; must be quick
     */
    WorkerSampler(int seed, int overloadMessages, Runnable help) {
        this.overloadMessages = overloadMessages;
        this.help = help;
        this.interval = new SampleInterval(2 * seed + 1);
        this.called = new CallSample(2 * seed + 2);
        this.idleSince = System.nanoTime(); // until a thread runs
    }

    // ---- the worker's thread -------------------------------------------------------------------------------------

    /** Whether the turn that begins is a sample, to be timed and noted with {@link #ran}. The worker's thread. */
    boolean isTurnDue() {
        if (interval.isDue()) {
            sampling = true;
            return true;
        }
        return false;
    }

    /** Counts messages. The worker's thread, for every turn. */
    void delivered(long messages) {
        delivered += messages;
    }

    /**
     * Notes a timed turn. The worker's thread.
     *
     * @param cell that ran
     * @param nanos how long
     * @param delivered messages in it
     * @param waiting cells behind it
     */
    void ran(Cell cell, long nanos, long delivered, int waiting) {
        sampling = false;
        int weight = interval.take();
        called.drainTo(calls, cell, weight);
        turns.add(cell, null, nanos, (int) Math.min(delivered, Integer.MAX_VALUE), weight);
        waitingSum += (long) waiting * weight;
        turnSum += weight;
        if (rested) {
            rested = false;
            signalled = false;
            messages = 0;
            worked = 0;
        }
        messages += delivered * weight;
        worked += Math.min(nanos * weight, LONGEST_NANOS);
        if (!signalled && waiting > 0 && isOverloaded()) {
            signalled = true;
            overloaded = true;
            help.run();
        }
    }

    private boolean isOverloaded() {
        return worked >= LONG_WORK_NANOS || (messages >= overloadMessages && worked >= LEAST_WORK_NANOS);
    }

    /** Notes, in turns that are samples, that the turn made another cell ready. The worker's thread. */
    void called(Cell to) {
        if (sampling) {
            called.add(to);
        }
    }

    /** The worker has found nothing to do. Its thread. */
    void rested() {
        rested = true;
    }

    /** The worker has looked around for a while. Its thread. */
    void idle() {
        if (idleSince == 0) {
            idleSince = System.nanoTime();
        }
    }

    /** The worker goes on. Its thread. */
    void endIdle() {
        if (idleSince != 0) {
            long idle = System.nanoTime() - idleSince;
            idleNanos += idle;
            idleSince = 0;
            if (idle >= LONG_REST_NANOS) { // not after every gap: to look at everything costs a clock reading per turn
                interval.restart();
            }
        }
    }

    // ---- the balancer's thread -----------------------------------------------------------------------------------

    /** Passes on the samples since the last time. The balancer's thread. */
    void drainTo(SampleReader reader) {
        turns.drainTo(reader);
        calls.drainTo(reader);
        interval.looked();
    }

    /** Lets go of all cells, while the worker sleeps. The balancer's thread. */
    void clear() {
        turns.clear();
        calls.clear();
    }

    /** Whether the worker has asked for help since the last time. The balancer's thread. */
    boolean takeSignal() {
        if (!overloaded) {
            return false;
        }
        overloaded = false;
        return true;
    }

    /** Messages so far; racy. */
    long deliveredCount() {
        return delivered;
    }

    /** Whether the worker has not found itself idle since it asked for help; racy. */
    boolean isStillOverloaded() {
        return signalled && !rested;
    }

    /** All idle time so far, in nanoseconds; racy. */
    long idleNanos(long now) {
        long since = idleSince;
        return idleNanos + (since == 0 ? 0 : now - since);
    }

    /** Sum over all turns of the cells that waited behind them, estimated; racy. */
    long waitingSum() {
        return waitingSum;
    }

    /** Turns so far, estimated; racy. */
    long turnSum() {
        return turnSum;
    }
}
