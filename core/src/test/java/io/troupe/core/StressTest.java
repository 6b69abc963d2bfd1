// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static io.troupe.core.ManualSystem.LONG;
import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.DeadLetter.Reason;
import io.troupe.core.actor.Supervision;
import io.troupe.core.message.Reference;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatcher;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellScheduler;
import io.troupe.dispatch.thread.VirtualThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Many actors on every dispatcher, with restarts, stops and migrations; nothing lost, nothing doubled, all in order. */
@Timeout(120)
class StressTest {
    private static final int TARGETS = 50;
    private static final int SENDERS = 6;
    private static final int MESSAGES = 10_000;
    private static final int BURST = 50;

    static Stream<String> dispatchers() {
        Stream<String> all = Stream.of("dedicated", "workStealing", "threadPool");
        return VirtualThreads.areAvailable() ? Stream.concat(all, Stream.of("virtualThreads")) : all;
    }

    private static Dispatcher dispatcher(String kind) {
        return switch (kind) {
            case "dedicated" -> Dispatchers.dedicated(3);
            case "workStealing" -> Dispatchers.workStealing(3);
            case "threadPool" -> Dispatchers.threadPool(3);
            default -> Dispatchers.virtualThreads();
        };
    }

    /** What one target has seen; survives its restarts. */
    private static final class Tally {
        private final AtomicBoolean inside = new AtomicBoolean();
        private final int[] last = new int[SENDERS];
        private final AtomicInteger violations;
        private long tells;
        private long asks;

        Tally(AtomicInteger violations) {
            this.violations = violations;
        }

        void enter(int sender, int number) {
            if (!inside.compareAndSet(false, true)) {
                violations.incrementAndGet(); // two threads at once
            }
            if (number <= last[sender]) {
                violations.incrementAndGet(); // out of order or twice
            }
            last[sender] = number;
        }

        void leave() {
            inside.set(false);
        }
    }

    static class Target extends Actor<Target> {
        private final Tally tally;

        Target(Tally tally) {
            this.tally = tally;
        }

        public void hit(int sender, int number, boolean fail) {
            tally.enter(sender, number);
            tally.tells++;
            tally.leave();
            if (fail) {
                throw new IllegalStateException("restart");
            }
        }

        public Promise<Integer> call(int sender, int number) {
            tally.enter(sender, number);
            tally.asks++;
            tally.leave();
            return Promise.of(number);
        }
    }

    static class Sender extends Actor<Sender> {
        private final int index;
        private final List<Target> targets;
        private final Random random;
        private final Counts counts;
        private final CompletablePromise<Void> done = new CompletablePromise<>();
        private int number;

        Sender(int index, List<Target> targets, long seed, Counts counts) {
            this.index = index;
            this.targets = targets;
            this.random = new Random(seed + index);
            this.counts = counts;
        }

        public Promise<Void> run() {
            self().burst();
            return done;
        }

        public void burst() {
            for (int i = 0; i < BURST; i++) {
                send(++number);
            }
            if (number < MESSAGES) {
                self().burst();
            } else {
                done.complete();
            }
        }

        private void send(int next) {
            Target target = targets.get(random.nextInt(TARGETS));
            if (random.nextInt(4) == 0) {
                counts.asked.incrementAndGet();
                target.call(index, next).onComplete((value, failure) -> {
                    (failure == null ? counts.answered : counts.refused).incrementAndGet();
                    if (value != null && value != next) {
                        counts.violations.incrementAndGet();
                    }
                });
            } else {
                counts.told.incrementAndGet();
                target.hit(index, next, random.nextInt(1_000) == 0);
            }
        }
    }

    private static final class Counts {
        private final AtomicInteger violations = new AtomicInteger();
        private final AtomicLong told = new AtomicLong();
        private final AtomicLong asked = new AtomicLong();
        private final AtomicLong answered = new AtomicLong();
        private final AtomicLong refused = new AtomicLong();
    }

    @ParameterizedTest
    @MethodSource("dispatchers")
    void shouldDeliverExactlyOnceInOrderOneAtATime(String kind) {
        for (long seed = 1; seed <= 2; seed++) {
            run(kind, seed);
        }
    }

    private static void run(String kind, long seed) {
        Counts counts = new Counts();
        List<Tally> tallies = new ArrayList<>();
        List<Target> targets = new ArrayList<>();
        ActorSystem system = ActorSystem.builder()
                .name("stress")
                .dispatcher(dispatcher(kind))
                .closeTimeout(Duration.ofSeconds(30))
                .start();
        ActorOptions restarting =
                ActorOptions.defaults().supervision(Supervision.restart(Integer.MAX_VALUE, Duration.ofMillis(1)));
        for (int i = 0; i < TARGETS; i++) {
            Tally tally = new Tally(counts.violations);
            tallies.add(tally);
            targets.add(system.spawn(Target.class, () -> new Target(tally), restarting));
        }
        List<Promise<Void>> ends = new ArrayList<>();
        for (int i = 0; i < SENDERS; i++) {
            int index = i;
            ends.add(system.spawn(Sender.class, () -> new Sender(index, targets, seed, counts))
                    .run());
        }
        disturb(system, targets, Promise.all(ends), new Random(seed));
        Promise.all(ends).await(LONG);
        targets.forEach(target -> system.stop(target).await(LONG)); // all that was told is delivered or rejected now
        while (counts.answered.get() + counts.refused.get() < counts.asked.get()) {
            Thread.yield();
        }
        system.close();
        check("dispatcher=" + kind + ", seed=" + seed, system, tallies, counts);
    }

    /** Stops a fifth of the targets, and moves all of them about, while messages fly. */
    private static void disturb(ActorSystem system, List<Target> targets, Promise<?> ends, Random random) {
        int stops = TARGETS / 5;
        for (int moves = 0; !ends.isSettled(); moves++) {
            Cell cell = (Cell) Reference.outletOf(targets.get(random.nextInt(TARGETS)));
            CellScheduler.of(system.dispatcher())
                    .migrate(cell, random.nextInt(system.dispatcher().workers()));
            if (moves % 500 == 499 && stops-- > 0) {
                system.stop(targets.get(random.nextInt(TARGETS)));
            }
            Thread.yield();
        }
    }

    private static void check(String run, ActorSystem system, List<Tally> tallies, Counts counts) {
        long tells = tallies.stream().mapToLong(tally -> tally.tells).sum();
        long asks = tallies.stream().mapToLong(tally -> tally.asks).sum();
        assertThat(counts.violations)
                .as("order, doubles, single thread: %s", run)
                .hasValue(0);
        assertThat(counts.told.get() + counts.asked.get()).as("sent: %s", run).isEqualTo((long) SENDERS * MESSAGES);
        assertThat(tells + system.deadLetters(Reason.STOPPED))
                .as("tells: %s", run)
                .isEqualTo(counts.told.get());
        assertThat(asks).as("asks delivered: %s", run).isEqualTo(counts.answered.get());
        assertThat(counts.answered.get() + counts.refused.get())
                .as("asks settled: %s", run)
                .isEqualTo(counts.asked.get());
        assertThat(system.deadLetters()).as(run).isEqualTo(system.deadLetters(Reason.STOPPED));
    }
}
