// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.actor.Actor;
import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.line.Line;
import io.troupe.core.line.Lines;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.mailbox.MemoryBudget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Everybody sends more than is worked off, and the budget is small. */
@Timeout(60)
class MemoryOverloadTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final long BUDGET = 1 << 20;
    private static final int SIZE = 4000;
    private static final int COUNT = 1000;

    private final MemoryBudget budget = MemoryBudget.of(BUDGET);

    /** Sends to a channel without end, as fast as it can: one send at a time. */
    public static class Source extends Actor<Source> {
        private final Channel<byte[]> to;
        private int left = COUNT;

        Source(Channel<byte[]> to) {
            this.to = to;
        }

        public void go() {
            while (left > 0) {
                left--;
                Promise<Void> sent = to.send(new byte[SIZE]);
                if (!sent.isFulfilled()) {
                    sent.then(done -> self().go());
                    return;
                }
            }
        }
    }

    /** Passes elements on, one at a time. */
    public static class Step extends Actor<Step> {
        /** Made in a turn, so its bytes count in the system from the first on. */
        public Promise<Channel<byte[]>> make(String name) {
            return Promise.of(Channels.<byte[]>unlimited().named(name));
        }

        public Promise<Void> pass(Channel<byte[]> from, Channel<byte[]> to) {
            return from.each(1, to::send);
        }
    }

    @Test
    void shouldStayWithinTheBudgetAndLoseNothingWhenThreadsActorsAndLinesOverloadIt() throws Exception {
        AtomicLong seen = new AtomicLong();
        try (ActorSystem system = ActorSystem.builder().memory(budget).start()) {
            Step step = system.spawn(Step.class, Step::new);
            Channel<byte[]> first = step.make("first").await(LIMIT);
            Channel<byte[]> second = step.make("second").await(LIMIT);
            Promise<Void> passed = step.pass(first, second);
            Line<byte[]> line = Lines.<byte[]>values(64)
                    .stage("see", bytes -> seen.addAndGet(bytes.length))
                    .start(system);
            assertThat(system.memory().used()).isPositive();
            Source source = system.spawn(Source.class, () -> new Source(first));
            source.go();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                threads.add(new Thread(() -> put(first)));
                threads.add(new Thread(() -> put(second)));
            }
            threads.forEach(Thread::start);
            while (second.stats().waitingSenders() == 0) { // nobody receives: in the end all wait
                Thread.onSpinWait();
            }
            assertThat(system.memory().largest()).isNotEmpty();
            Promise<Void> published = line.publishFrom(second);
            for (Thread thread : threads) {
                thread.join();
            }
            while (first.stats().sent() < 4L * COUNT) {
                Thread.onSpinWait();
            }
            first.close();
            passed.await(LIMIT);
            second.close();
            published.await(LIMIT);
            line.end().await(LIMIT);
            assertThat(seen).hasValue(7L * COUNT * SIZE);
            assertThat(system.memory().peak()).isBetween(BUDGET / 2, BUDGET + BUDGET / 10);
            assertThat(system.memory().refused()).isZero();
            assertThat(system.memory().used()).isZero();
            assertThat(system.memory().largest()).isEmpty();
        }
    }

    private static void put(Channel<byte[]> to) {
        for (int i = 0; i < COUNT; i++) {
            to.put(new byte[SIZE]);
        }
    }

    @Test
    void shouldLetSystemsShareABudgetAndTakeAQuarterOfTheHeapByDefault() {
        try (ActorSystem one = ActorSystem.builder().name("one").memory(budget).start();
                ActorSystem two =
                        ActorSystem.builder().name("two").memory(budget).start();
                ActorSystem other = ActorSystem.start("other")) {
            budget.reserve(1000);
            assertThat(one.memory().used()).isEqualTo(1000);
            assertThat(two.memory().used()).isEqualTo(1000);
            assertThat(other.memory().used()).isZero();
            assertThat(other.memory().limit()).isEqualTo(Runtime.getRuntime().maxMemory() / 4);
        }
    }
}
