// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.promise;

import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.timer.Clock;
import io.troupe.dispatch.timer.Timeout;
import io.troupe.dispatch.timer.TimerWheel;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.ForkJoinPool;

/**
 * For promises that belong to no actor system, used outside of actors: continuations are tasks of the JDK's common pool,
 * timers are those of all such promises of the process. Unlike other lanes it runs several continuations at a time.
 */
final class OutsideLane extends Lane {
    private static final Logger LOG = System.getLogger(OutsideLane.class.getName());

    static final OutsideLane INSTANCE = new OutsideLane();

    /** Its thread starts with the first timeout and sleeps while there is none. */
    private final TimerWheel timers = new TimerWheel(
            Clock.system(), "troupe-timer", failure -> LOG.log(Level.WARNING, "a timer task failed", failure));

    private final Deadlines deadlines = new Deadlines(timers, Clock.system(), "none");

    private OutsideLane() {}

    @Override
    public void run(Message continuation) {
        ForkJoinPool.commonPool().execute(() -> deliver(continuation));
    }

    void deliver(Message continuation) {
        try {
            continuation.deliver(this);
        } catch (Throwable e) {
            failed(e);
        }
    }

    @Override
    public Timeout schedule(long nanos, Runnable task) {
        return timers.schedule(nanos, task);
    }

    @Override
    public Deadlines deadlines() {
        return deadlines;
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public boolean mayBlock() {
        return true;
    }

    @Override
    public void failed(Throwable failure) {
        LOG.log(Level.WARNING, "a continuation failed and nobody listens to its promise", failure);
    }
}
