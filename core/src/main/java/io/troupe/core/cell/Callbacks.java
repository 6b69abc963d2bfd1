// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.cell.Ready;
import io.troupe.dispatch.worker.DaemonThreads;
import io.troupe.dispatch.worker.Dispatcher;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The thread of the callback lane; there only while it is needed. */
final class Callbacks {
    private static final int KEEP_ALIVE_SECONDS = 10;
    private static final Duration LAST_CHANCE = Duration.ofMillis(100);

    private final @Nullable ThreadPoolExecutor own;
    private final Dispatcher dispatcher;
    private final DaemonThreads threads;

    Callbacks(String system, @Nullable Executor helpers) {
        threads = new DaemonThreads(system + "-callbacks-");
        if (helpers != null) {
            own = null;
            dispatcher = Dispatchers.executor(helpers);
        } else {
            own = new ThreadPoolExecutor(
                    1, 1, KEEP_ALIVE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads);
            own.allowCoreThreadTimeOut(true);
            dispatcher = Dispatchers.executor(own);
        }
    }

    Ready home() {
        return dispatcher.home();
    }

    /** Lets queued callbacks run, then ends the lane. */
    boolean close(CallbackCell lane, Duration deadline) {
        CountDownLatch done = new CountDownLatch(1);
        lane.signal(new Signal() {
            @Override
            void run() {
                lane.shutDown();
                done.countDown();
            }
        });
        return own == null || end(own, lane, done, deadline);
    }

    private boolean end(ThreadPoolExecutor pool, CallbackCell lane, CountDownLatch done, Duration deadline) {
        boolean inTime = false;
        try {
            // the pool is shut down afterwards, for it must take one more task per turn of the lane
            inTime = done.await(deadline.toNanos(), TimeUnit.NANOSECONDS);
            if (inTime) {
                pool.shutdown();
            } else {
                pool.shutdownNow();
            }
            boolean ended = pool.awaitTermination(LAST_CHANCE.toMillis(), TimeUnit.MILLISECONDS);
            if (threads.join(LAST_CHANCE) && ended && !inTime) {
                lane.shutDown(); // nobody else runs it any more
            }
        } catch (InterruptedException e) {
            pool.shutdownNow();
            Thread.currentThread().interrupt();
        }
        return inTime;
    }
}
