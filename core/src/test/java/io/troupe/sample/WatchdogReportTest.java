// SPDX-License-Identifier: Apache-2.0
package io.troupe.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.SystemListener;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.IdleStrategy;
import io.troupe.dispatch.WorkerConfig;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Lives outside of the library's packages, as the actors of users do. */
class WatchdogReportTest {
    private final CountDownLatch release = new CountDownLatch(1);

    /** Address, method, whether the time is at least the limit, whether the stack has the method that waits. */
    private final BlockingQueue<String> reports = new LinkedBlockingQueue<>();

    private ActorSystem watched() {
        SystemListener listener = new SystemListener() {
            @Override
            public void onBlocked(String address, String method, Duration atLeast, List<StackTraceElement> stack) {
                reports.add(address + " " + method + " " + (atLeast.toMillis() >= 20) + " "
                        + stack.stream().anyMatch(frame -> frame.getMethodName().equals("helper")));
            }
        };
        return ActorSystem.builder()
                .name("watched")
                .listener(listener)
                .dispatcher(Dispatchers.dedicated(
                        WorkerConfig.of("watched", 1).stuckAfter(Duration.ofMillis(20), Duration.ofMillis(20))))
                .start();
    }

    @Test
    void shouldNameTheMethodThatBlocksAWorker() throws Exception {
        try (ActorSystem system = watched()) {
            system.spawn(Blocker.class, Blocker::new, "blocker").block(release);
            Reports.await(reports, "troupe://watched/blocker Blocker.block(CountDownLatch) true true"::equals);
            release.countDown();
        }
    }

    @Test
    void shouldNameTheContinuationThatBlocksAWorker() throws Exception {
        try (ActorSystem system = watched()) {
            system.spawn(Blocker.class, Blocker::new, "blocker").blockLater(release);
            Reports.await(reports, report -> report.contains(" Blocker continuation in Blocker.lambda$blockLater"));
            release.countDown();
        }
    }

    @Test
    void shouldNameTheStopHookThatBlocksAWorker() throws Exception {
        try (ActorSystem system = watched()) {
            system.stop(system.spawn(Stopper.class, () -> new Stopper(release)));
            Reports.await(reports, report -> report.contains(" Stopper turn in Stopper.onStop "));
            release.countDown();
        }
    }

    @Test
    void shouldSayThatAWorkerWasReplaced() throws Exception {
        CompletableFuture<String> report = new CompletableFuture<>();
        AtomicBoolean dies = new AtomicBoolean();
        SystemListener listener = new SystemListener() {
            @Override
            public void onWorkerReplaced(String worker, Throwable cause) {
                report.complete(worker + ": " + cause.getMessage());
            }
        };
        IdleStrategy idle = rounds -> {
            if (dies.compareAndSet(true, false)) {
                throw new IllegalStateException("on purpose");
            }
            return false;
        };
        try (ActorSystem system = ActorSystem.builder()
                .name("replaced")
                .listener(listener)
                .dispatcher(Dispatchers.dedicated(WorkerConfig.of("replaced", 1).idle(idle)))
                .start()) {
            Blocker blocker = system.spawn(Blocker.class, Blocker::new, "blocker");
            dies.set(true);
            blocker.block(new CountDownLatch(0));

            assertThat(report.get(30, TimeUnit.SECONDS)).isEqualTo("replaced-worker-0: on purpose");
        }
    }

    static class Stopper extends Actor<Stopper> {
        private final CountDownLatch release;

        Stopper(CountDownLatch release) {
            this.release = release;
        }

        @Override
        protected void onStop() throws InterruptedException {
            release.await();
        }
    }

    static class Blocker extends Actor<Blocker> {
        public void block(CountDownLatch release) throws InterruptedException {
            helper(release);
        }

        public void blockLater(CountDownLatch release) {
            Promise.of(release).then(latch -> {
                try {
                    latch.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }

        private void helper(CountDownLatch release) throws InterruptedException {
            release.await();
        }
    }
}
