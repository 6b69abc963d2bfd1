// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.promise;

import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.timer.Timeout;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * For promises that belong to no actor system, used outside of actors: continuations are tasks of the JDK's common pool,
 * timers are the JDK's own. Unlike other lanes it runs several continuations at a time.
 */
final class OutsideLane extends Lane {
    static final OutsideLane INSTANCE = new OutsideLane();

    private static final Logger LOG = System.getLogger(OutsideLane.class.getName());

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
        AtomicBoolean pending = new AtomicBoolean(true);
        Executor later = CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS, ForkJoinPool.commonPool());
        later.execute(() -> {
            if (pending.compareAndSet(true, false)) {
                task.run();
            }
        });
        return new Timeout() {
            @Override
            public boolean cancel() {
                return pending.compareAndSet(true, false);
            }

            @Override
            public boolean isPending() {
                return pending.get();
            }
        };
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
