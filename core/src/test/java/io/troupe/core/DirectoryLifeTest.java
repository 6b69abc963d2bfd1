// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.Directory;
import io.troupe.core.actor.DirectoryOptions;
import io.troupe.core.actor.Supervision;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.core.torture.Hosts;
import io.troupe.dispatch.Dispatcher;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.ManualDispatcher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Actors of a directory that lose their objects at any moment: each call is executed once, in order, by one object at a time. */
class DirectoryLifeTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    /** What all objects of one key have seen. */
    static class Ledger {
        final AtomicInteger objects = new AtomicInteger();
        final AtomicLong executed = new AtomicLong();
        final ConcurrentHashMap<Integer, Integer> lastOf = new ConcurrentHashMap<>();
        volatile String broken = "";
    }

    static class Book {
        final ConcurrentHashMap<String, Ledger> ledgers = new ConcurrentHashMap<>();

        Ledger of(String key) {
            return ledgers.computeIfAbsent(key, same -> new Ledger());
        }

        long executed() {
            return ledgers.values().stream()
                    .mapToLong(ledger -> ledger.executed.get())
                    .sum();
        }
    }

    /** An object that notes what it executes. */
    public static class Clerk extends Actor<Clerk> {
        private final Ledger ledger;

        Clerk(Ledger ledger) {
            this.ledger = ledger;
        }

        @Override
        protected Promise<?> onStart() {
            if (ledger.objects.incrementAndGet() != 1) {
                ledger.broken = "two objects at once";
            }
            return null;
        }

        @Override
        protected void onStop() {
            ledger.objects.decrementAndGet();
        }

        public void tell(int caller, int number) {
            note(caller, number);
        }

        public Promise<Integer> ask(int caller, int number) {
            note(caller, number);
            return Promise.of(number);
        }

        public Promise<Integer> owe(int caller, int number, Promise<Integer> answer) {
            note(caller, number);
            return answer.map(value -> number);
        }

        public void end(int caller, int number, boolean gently) {
            note(caller, number);
            if (gently) {
                context().stopWhenIdle();
            } else {
                context().stop();
            }
        }

        private void note(int caller, int number) {
            Integer last = ledger.lastOf.put(caller, number);
            if ((last == null ? -1 : last) != number - 1) {
                ledger.broken = "caller=" + caller + ", last=" + last + ", now=" + number;
            }
            ledger.executed.incrementAndGet();
        }
    }

    private final Book book = new Book();

    private Directory<Clerk> directory(ActorSystem system, int most, Duration idle) {
        return system.directory(
                Clerk.class,
                key -> new Clerk(book.of(key)),
                DirectoryOptions.named("clerks")
                        .maxActive(most)
                        .passivateAfter(idle)
                        .supervision(Supervision.stop()));
    }

    private void assertAllExecuted(long sent, List<Promise<Integer>> answers) {
        assertThat(book.ledgers.values()).allSatisfy(ledger -> {
            assertThat(ledger.broken).isEmpty();
            assertThat(ledger.objects.get()).isZero();
        });
        assertThat(book.executed()).isEqualTo(sent);
        assertThat(answers)
                .allSatisfy(answer ->
                        assertThat(answer.isFulfilled()).as(answer.toString()).isTrue());
    }

    @Test
    void shouldExecuteEachCallOnceAndInOrderInEveryInterleaving() {
        for (int seed = 0; seed < 60; seed++) {
            book.ledgers.clear();
            ManualDispatcher manual = Dispatchers.manual(seed);
            Random random = new Random(seed);
            List<Promise<Integer>> answers = new ArrayList<>();
            List<CompletablePromise<Integer>> open = new ArrayList<>();
            ActorSystem system = ActorSystem.builder()
                    .name("life-" + seed)
                    .dispatcher(manual)
                    .helpers(manual.executor())
                    .start();
            Directory<Clerk> clerks = directory(system, 1 + random.nextInt(4), LONG);
            int[] sent = new int[8];
            for (int step = 0; step < 400; step++) {
                int index = random.nextInt(sent.length);
                Clerk clerk = clerks.get("k" + index);
                int number = sent[index];
                switch (random.nextInt(10)) {
                    case 0, 1, 2 -> clerk.tell(0, sent[index]++);
                    case 3, 4, 5 -> answers.add(clerk.ask(0, sent[index]++));
                    case 6 -> {
                        CompletablePromise<Integer> answer = new CompletablePromise<>();
                        open.add(answer);
                        answers.add(clerk.owe(0, number, answer));
                        sent[index]++;
                    }
                    case 7 -> {
                        if (open.isEmpty()) { // an actor that is stopped fails what it owes
                            clerk.end(0, sent[index]++, false);
                        }
                    }
                    case 8 -> clerk.end(0, sent[index]++, true);
                    default -> {
                        open.forEach(answer -> answer.complete(1));
                        open.clear();
                        manual.runAll();
                    }
                }
                for (int turns = random.nextInt(4); turns > 0; turns--) {
                    manual.runNext();
                }
            }
            open.forEach(answer -> answer.complete(1));
            manual.runAll();
            long total = 0;
            for (int one : sent) {
                total += one;
            }
            assertThat(system.pendingWork()).isEmpty();
            assertThat(system.deadLetters()).isZero();
            system.close();
            assertAllExecuted(total, answers);
            assertThat(system.actors()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(Hosts.class)
    void shouldExecuteEachCallOnceAndInOrderOnThreads(Hosts host) throws Exception {
        assumeThat(host.areAvailable()).isTrue();
        torture(host.open(), 3, 40, 2_000, 4);
    }

    @Test
    void shouldServeTenThousandKeysWithAThousandObjects() throws Exception {
        serveMany(10_000);
    }

    @Test
    @Tag("nightly")
    void shouldServeAMillionKeysWithAThousandObjects() throws Exception {
        serveMany(1_000_000);
    }

    private void serveMany(int keys) {
        try (ActorSystem system = ActorSystem.builder()
                .name("many")
                .dispatcher(Dispatchers.workStealing(2))
                .start()) {
            AtomicInteger objects = new AtomicInteger();
            AtomicInteger most = new AtomicInteger();
            Directory<Counted> counted = system.directory(
                    Counted.class,
                    key -> new Counted(objects, most),
                    DirectoryOptions.defaults().maxActive(1_000));
            AtomicInteger wrong = new AtomicInteger();
            for (int from = 0; from < keys; from += 10_000) {
                List<Promise<Integer>> answers = new ArrayList<>();
                for (int i = from; i < from + 10_000; i++) {
                    counted.get("k" + i).tell();
                    answers.add(counted.get("k" + i).ask());
                }
                for (Promise<Integer> answer : answers) {
                    wrong.addAndGet(answer.await(LONG) > 2 ? 1 : 0);
                }
            }
            assertThat(wrong).hasValue(0);
            assertThat(counted.stats().active()).isLessThanOrEqualTo(1_000);
            assertThat(counted.stats().activations()).isGreaterThanOrEqualTo(keys);
            assertThat(counted.stats().passivations())
                    .isEqualTo(counted.stats().activations() - counted.stats().active());
            assertThat(most.get() - (int) counted.stats().overruns()).isLessThanOrEqualTo(1_000);
            assertThat(system.deadLetters()).isZero();
        }
    }

    /** An object that counts how many there are. */
    public static class Counted extends Actor<Counted> {
        private final AtomicInteger objects;
        private int calls;

        Counted(AtomicInteger objects, AtomicInteger most) {
            this.objects = objects;
            most.accumulateAndGet(objects.incrementAndGet(), Math::max);
        }

        @Override
        protected void onStop() {
            objects.decrementAndGet();
        }

        public void tell() {
            calls++;
        }

        public Promise<Integer> ask() {
            return Promise.of(++calls);
        }
    }

    private void torture(Dispatcher dispatcher, int callers, int keys, int calls, int most) throws Exception {
        var threads = Executors.newFixedThreadPool(callers);
        try (ActorSystem system =
                ActorSystem.builder().name("torture").dispatcher(dispatcher).start()) {
            Directory<Clerk> clerks = directory(system, most, Duration.ofMillis(1));
            List<Future<List<Promise<Integer>>>> work = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                int caller = i;
                work.add(threads.submit(() -> call(clerks, caller, keys, calls)));
            }
            List<Promise<Integer>> answers = new ArrayList<>();
            for (Future<List<Promise<Integer>>> one : work) {
                answers.addAll(one.get());
            }
            for (Promise<Integer> answer : answers) {
                answer.await(LONG);
            }
            for (int key = 0; key < keys; key++) { // behind all tells
                for (int caller = 0; caller < callers; caller++) {
                    clerks.get("k" + key).ask(callers + caller, 0).await(LONG);
                }
            }
            assertThat(system.pendingWork()).isEmpty();
            assertThat(system.deadLetters()).isZero();
            clerks.stop().await(LONG);
            assertAllExecuted((long) callers * calls + (long) keys * callers, answers);
            assertThat(system.actors()).isZero();
        } finally {
            threads.shutdown();
        }
    }

    private static List<Promise<Integer>> call(Directory<Clerk> clerks, int caller, int keys, int calls) {
        Random random = new Random(caller);
        int[] sent = new int[keys];
        List<Promise<Integer>> answers = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            int index = random.nextInt(keys);
            Clerk clerk = clerks.get("k" + index);
            int number = sent[index]++;
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> clerk.tell(caller, number);
                case 3, 4, 5 -> answers.add(clerk.ask(caller, number));
                case 6 -> clerk.end(caller, number, false);
                default -> {
                    clerk.end(caller, number, true);
                    if (i % 50 == 0) {
                        answers.add(clerk.ask(caller, sent[index]++));
                        i++;
                        answers.get(answers.size() - 1).await(LONG);
                    }
                }
            }
        }
        return answers;
    }
}
