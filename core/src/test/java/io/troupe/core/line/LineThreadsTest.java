// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.Scripted;
import io.troupe.dispatch.Dispatcher;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.thread.VirtualThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Lines on dispatchers with threads, full most of the time. */
@Timeout(120)
class LineThreadsTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int EACH = 2_000;

    /** The object of a slot: who has published it, and its number there. */
    private static final class Ticket {
        int publisher;
        int number;

        /** Written by the first stage from the two others, and checked by all behind it: a slot that is overwritten early shows. */
        long check;
    }

    private static Stream<Dispatcher> dispatchers() {
        return Stream.of(
                Dispatchers.dedicated(2),
                Dispatchers.workStealing(2),
                Dispatchers.adaptive(2),
                Dispatchers.threadPool(2));
    }

    private static long checkOf(Ticket ticket) {
        return ticket.publisher * 1_000_003L + ticket.number;
    }

    /** Publishes so many. */
    private static void publish(Line<Ticket> line, int publisher) {
        for (int i = 0; i < EACH; i++) {
            int number = i;
            line.publish(ticket -> {
                ticket.publisher = publisher;
                ticket.number = number;
                ticket.check = -1;
            });
        }
    }

    private static void join(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @ParameterizedTest
    @MethodSource("dispatchers")
    void shouldLoseNothingAndKeepTheOrderOfEachPublisher(Dispatcher dispatcher) throws InterruptedException {
        AtomicLong wrong = new AtomicLong();
        int[] next = new int[6];
        try (ActorSystem system = ActorSystem.builder().dispatcher(dispatcher).start()) {
            Line<Ticket> line = Lines.of(Ticket::new, 16)
                    .stage("stamp", ticket -> {
                        wrong.addAndGet(ticket.check == -1 ? 0 : 1);
                        ticket.check = checkOf(ticket);
                    })
                    .parallel(
                            Lines.<Ticket>stage(
                                    "a", ticket -> wrong.addAndGet(ticket.check == checkOf(ticket) ? 0 : 1)),
                            Lines.<Ticket>batch(
                                    "b",
                                    5,
                                    batch -> batch.forEach(
                                            ticket -> wrong.addAndGet(ticket.check == checkOf(ticket) ? 0 : 1))))
                    .stage("order", ticket -> {
                        wrong.addAndGet(ticket.number == next[ticket.publisher]++ ? 0 : 1);
                        wrong.addAndGet(ticket.check == checkOf(ticket) ? 0 : 1);
                    })
                    .start(system);
            List<Thread> threads = new ArrayList<>();
            ThreadFactory virtual = VirtualThreads.areAvailable() ? VirtualThreads.factory("v") : Thread::new;
            for (int i = 0; i < 4; i++) {
                int publisher = i;
                Runnable work = () -> publish(line, publisher);
                threads.add(i < 2 ? new Thread(work) : virtual.newThread(work));
            }
            threads.forEach(Thread::start);
            CountDownLatch told = new CountDownLatch(2);
            for (int i = 4; i < 6; i++) {
                int publisher = i;
                Scripted actor = system.spawn(Scripted.class, () -> new Scripted(new ArrayList<>()));
                actor.tell(self -> {
                    publish(line, publisher);
                    told.countDown();
                });
            }
            join(threads);
            told.await();
            line.end().await(LIMIT);

            assertThat(wrong).hasValue(0);
            assertThat(next).containsOnly(EACH);
            assertThat(line.stats().completed()).isEqualTo(6L * EACH);
        }
    }

    @ParameterizedTest
    @MethodSource("dispatchers")
    void shouldGiveEachElementOneFateWhenTheEndRacesWithPublishers(Dispatcher dispatcher) throws InterruptedException {
        try (ActorSystem system = ActorSystem.builder().dispatcher(dispatcher).start()) {
            for (int round = 0; round < 100; round++) {
                AtomicLong handled = new AtomicLong();
                boolean aborts = round % 2 == 1;
                LineBuilder<Long> builder =
                        Lines.<Long>values(8).stage("a", i -> {}).async().stage("b", handled::addAndGet);
                Line<Long> line = builder.start(system);
                AtomicLong published = new AtomicLong();
                List<Thread> threads = new ArrayList<>();
                CountDownLatch begun = new CountDownLatch(2);
                for (int i = 0; i < 2; i++) {
                    threads.add(new Thread(() -> {
                        begun.countDown();
                        try {
                            for (int k = 0; k < 10_000; k++) {
                                line.put(1L);
                                published.incrementAndGet();
                            }
                        } catch (LineEndedException e) {
                            // that one was not published
                        }
                    }));
                }
                threads.forEach(Thread::start);
                begun.await();
                if (aborts) {
                    line.abort();
                } else {
                    line.end();
                }
                join(threads);
                line.ended().recover(cause -> null).await(LIMIT);

                LineStats stats = line.stats();
                assertThat(stats.completed()).isEqualTo(handled.get());
                assertThat(stats.accepted()).isEqualTo(stats.completed() + stats.discarded());
                assertThat(stats.waiting()).isZero();
                assertThat(published.get()).isEqualTo(stats.accepted());
                if (!aborts) {
                    assertThat(stats.discarded()).isZero();
                }
            }
        }
    }
}
