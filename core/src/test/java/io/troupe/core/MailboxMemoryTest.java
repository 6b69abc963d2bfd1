// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.error.BackpressureException;
import io.troupe.core.host.ActorControl;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.mailbox.QueueKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Unbounded mailboxes in the budget of their system: senders are held, nothing is lost, and nobody waits for ever. */
@Timeout(60)
class MailboxMemoryTest {
    private static final Duration LIMIT = Duration.ofSeconds(100);
    private static final long BUDGET = 4 << 20;
    private static final int SIZE = 1024;
    /** Four times as much as the budget. */
    private static final int COUNT = 16 * 1024;

    private final MemoryBudget budget = MemoryBudget.of(BUDGET);

    /** Takes nothing before it is let. Checks the order of each sender. */
    public static class Store extends Actor<Store> {
        private final int[] next;
        private long seen;

        Store(int senders, Promise<Void> open) {
            next = new int[senders];
            context().holdUntil(open);
        }

        public void put(int sender, int number, byte[] bytes) {
            if (next[sender]++ != number) {
                throw new IllegalStateException("out of order: sender=" + sender + ", number=" + number);
            }
            seen++;
        }

        public Promise<Long> seen() {
            return Promise.of(seen);
        }
    }

    /** Tells in turns of one message each. */
    public static class Teller extends Actor<Teller> {
        private final int number;
        private final int size;
        private final List<Store> to;
        private final CountDownLatch done;
        private int told;

        Teller(int number, int size, List<Store> to, CountDownLatch done) {
            this.number = number;
            this.size = size;
            this.to = to;
            this.done = done;
        }

        public void go(int count) {
            for (Store store : to) {
                store.put(number, told, new byte[size]);
            }
            if (++told < count) {
                self().go(count);
            } else {
                done.countDown();
            }
        }
    }

    private long peak() {
        return budget.peak();
    }

    private static void until(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.yield();
        }
    }

    @Test
    void shouldHoldActorsThatTellMoreThanTheBudgetHas() throws Exception {
        CompletablePromise<Void> open = new CompletablePromise<>();
        int tellers = 5;
        CountDownLatch done = new CountDownLatch(tellers);
        try (ActorSystem system = ActorSystem.builder().memory(budget).start()) {
            Store store = system.spawn(Store.class, () -> new Store(tellers, open), ActorOptions.named("store"));
            for (int i = 0; i < tellers; i++) {
                int number = i;
                system.spawn(Teller.class, () -> new Teller(number, SIZE, List.of(store), done))
                        .go(COUNT / tellers);
            }
            until(() -> budget.used() > BUDGET / 3);
            until(() -> system.memory().largest().stream()
                    .anyMatch(
                            row -> row.kind() == QueueKind.MAILBOX && row.name().endsWith("/store")));
            assertThat(done.getCount()).isEqualTo(tellers);
            open.complete(null);
            done.await();
            assertThat(store.seen().await(LIMIT)).isEqualTo((long) COUNT / tellers * tellers);
            assertThat(peak()).isLessThan(BUDGET);
            until(() -> budget.used() == 0);
        }
    }

    @Test
    void shouldLetThreadsWaitThatTellMoreThanTheBudgetHas() throws Exception {
        CompletablePromise<Void> open = new CompletablePromise<>();
        int tellers = 3;
        try (ActorSystem system = ActorSystem.builder().memory(budget).start()) {
            Store store = system.spawn(Store.class, () -> new Store(tellers, open));
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < tellers; i++) {
                int number = i;
                threads.add(new Thread(() -> {
                    for (int n = 0; n < COUNT / tellers; n++) {
                        store.put(number, n, new byte[SIZE]);
                    }
                }));
            }
            threads.forEach(Thread::start);
            until(() -> threads.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING));
            open.complete(null);
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(store.seen().await(LIMIT)).isEqualTo((long) COUNT / tellers * tellers);
            assertThat(peak()).isLessThan(BUDGET);
            until(() -> budget.used() == 0);
        }
    }

    @Test
    void shouldHoldATellerToManyTargets() throws Exception {
        CompletablePromise<Void> open = new CompletablePromise<>();
        int targets = 64;
        CountDownLatch done = new CountDownLatch(1);
        try (ActorSystem system = ActorSystem.builder().memory(budget).start()) {
            List<Store> stores = new ArrayList<>();
            for (int i = 0; i < targets; i++) {
                stores.add(system.spawn(Store.class, () -> new Store(1, open)));
            }
            system.spawn(Teller.class, () -> new Teller(0, SIZE, stores, done)).go(COUNT / targets);
            until(() -> budget.used() > BUDGET / 3);
            open.complete(null);
            done.await();
            for (Store store : stores) {
                assertThat(store.seen().await(LIMIT)).isEqualTo(COUNT / targets);
            }
            assertThat(peak()).isLessThan(BUDGET + BUDGET / 4);
            until(() -> budget.used() == 0);
        }
    }

    @Test
    void shouldNotFailATurnThatSendsMoreThanIsLeft() throws Exception {
        CompletablePromise<Void> open = new CompletablePromise<>();
        int targets = 64;
        int rounds = 20;
        CountDownLatch done = new CountDownLatch(1);
        try (ActorSystem system = ActorSystem.builder().memory(budget).start()) {
            List<Store> stores = new ArrayList<>();
            for (int i = 0; i < targets; i++) {
                stores.add(system.spawn(Store.class, () -> new Store(1, open)));
            }
            system.spawn(Teller.class, () -> new Teller(0, 16 * SIZE, stores, done))
                    .go(rounds);
            until(() -> budget.used() > BUDGET);
            open.complete(null);
            done.await();
            for (Store store : stores) {
                assertThat(store.seen().await(LIMIT)).isEqualTo(rounds);
            }
            assertThat(peak()).isLessThan(2 * BUDGET);
            until(() -> budget.used() == 0);
        }
    }

    /** Passes balls on, each with its bytes. */
    public static class Player extends Actor<Player> {
        private final CountDownLatch landed;

        Player(CountDownLatch landed) {
            this.landed = landed;
        }

        public void pass(Player next, int left, byte[] bytes) {
            if (left == 0) {
                landed.countDown();
            } else {
                next.pass(self(), left - 1, bytes.clone());
            }
        }

        public void begin(Player next, int balls, int passes) {
            for (int i = 0; i < balls; i++) {
                try {
                    next.pass(self(), passes, new byte[SIZE]);
                } catch (BackpressureException e) { // it sends too much in one turn, and is told
                    landed.countDown();
                }
            }
        }
    }

    @Test
    void shouldNotLetTwoThatFloodEachOtherWaitForEver() throws Exception {
        int balls = 3 * 1024;
        CountDownLatch landed = new CountDownLatch(2 * balls);
        try (ActorSystem system = ActorSystem.builder().memory(budget).start()) {
            Player one = system.spawn(Player.class, () -> new Player(landed));
            Player two = system.spawn(Player.class, () -> new Player(landed));
            one.begin(two, balls, 20);
            two.begin(one, balls, 20);
            landed.await();
            until(() -> budget.used() == 0);
        }
    }

    @Test
    void shouldNotLetOneThatFloodsItselfWaitForEver() throws Exception {
        int balls = 3 * 1024;
        CountDownLatch landed = new CountDownLatch(balls);
        try (ActorSystem system = ActorSystem.builder().memory(budget).start()) {
            Player one = system.spawn(Player.class, () -> new Player(landed));
            one.begin(one, balls, 20);
            landed.await();
            until(() -> budget.used() == 0);
        }
    }

    @Test
    void shouldGiveBackWhatAnEndedActorHeld() throws Exception {
        CompletablePromise<Void> never = new CompletablePromise<>();
        CountDownLatch done = new CountDownLatch(1);
        try (ActorSystem system = ActorSystem.builder().memory(budget).start()) {
            Store store = system.spawn(Store.class, () -> new Store(1, never));
            system.spawn(Teller.class, () -> new Teller(0, SIZE, List.of(store), done))
                    .go(COUNT);
            until(() -> budget.used() > BUDGET / 3);
            ActorControl.of(store).stop();
            done.await();
            until(() -> budget.used() == 0);
        }
    }
}
