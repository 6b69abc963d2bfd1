// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static io.troupe.core.ManualSystem.LONG;
import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.Supervision;
import io.troupe.core.actor.SystemListener;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.host.ActorControl;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatcher;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import io.troupe.dispatch.thread.VirtualThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Paced actors that send round in circles, to themselves, to many and to one, with restarts and stops, on every dispatcher.
 * What was sent and what has arrived or was reported must be the same, in the order of each pair.
 */
@Timeout(180)
@Tag("soak")
class PacingTortureTest {
    private static final int ACTORS = 12;
    private static final int CAPACITY = 4;
    private static final long MILLIS = Long.getLong("troupe.torture.millis", 1_000);

    static Stream<String> dispatchers() {
        Stream<String> all = Stream.of("dedicated", "workStealing", "adaptive", "threadPool");
        return VirtualThreads.areAvailable() ? Stream.concat(all, Stream.of("virtualThreads")) : all;
    }

    private static Dispatcher dispatcher(String kind) {
        return switch (kind) {
            case "dedicated" -> Dispatchers.dedicated(3);
            case "workStealing" -> Dispatchers.workStealing(3);
            case "adaptive" -> Dispatchers.adaptive(3);
            case "threadPool" -> Dispatchers.threadPool(3);
            default -> Dispatchers.virtualThreads();
        };
    }

    /** What all actors share. */
    private static final class Scene {
        private final List<Walker> walkers = new ArrayList<>();
        private final AtomicLong sent = new AtomicLong();
        private final AtomicLong arrived = new AtomicLong();
        private final AtomicLong asked = new AtomicLong();
        private final AtomicLong answered = new AtomicLong();
        private final AtomicInteger violations = new AtomicInteger();
    }

    /** What is known of one place; survives restarts and successors. */
    private static final class Book {
        /** Numbers of the last messages sent to each other place; in turns of the one at this place. */
        private final int[] sentTo = new int[ACTORS];
        /** Numbers of the last messages that came from each other place. */
        private final int[] seenFrom = new int[ACTORS];
    }

    /** Passes messages on until they have made so many steps. */
    public static class Walker extends Actor<Walker> {
        private final Scene scene;
        private final Book book;
        private final int place;
        private final Random random;

        Walker(Scene scene, Book book, int place) {
            this.scene = scene;
            this.book = book;
            this.place = place;
            this.random = new Random(place);
        }

        /** From outside: begins a walk to so many at once. */
        public void begin(int copies, int steps) {
            for (int i = 0; i < copies; i++) {
                send(random.nextInt(ACTORS), steps);
            }
        }

        /** From another place, or from here. */
        public void step(int from, int number, int steps) {
            scene.arrived.incrementAndGet();
            if (number <= book.seenFrom[from]) {
                scene.violations.incrementAndGet();
            }
            book.seenFrom[from] = number;
            if (steps > 0) {
                int kind = random.nextInt(8);
                send(kind == 0 ? place : kind < 5 ? (place + 1) % ACTORS : random.nextInt(ACTORS), steps - 1);
            }
            if (steps % 64 == 63 && random.nextInt(16) == 0) {
                throw new IllegalStateException("restarts");
            }
        }

        /** Answers. */
        public Promise<Integer> count() {
            return Promise.of(1);
        }

        private void send(int to, int steps) {
            Walker target = scene.walkers.get(to);
            scene.sent.incrementAndGet();
            target.step(place, ++book.sentTo[to], steps);
            if (steps % 16 == 0) {
                scene.asked.incrementAndGet();
                target.count().onComplete((value, failure) -> scene.answered.incrementAndGet());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dispatchers")
    void shouldLoseNothingAndKeepTheOrderOfEachPair(String kind) {
        Scene scene = new Scene();
        try (ActorSystem system = ActorSystem.builder()
                .name("torture")
                .dispatcher(dispatcher(kind))
                .start()) {
            for (int i = 0; i < ACTORS; i++) {
                int place = i;
                Book book = new Book();
                scene.walkers.add(system.spawn(
                        Walker.class,
                        () -> new Walker(scene, book, place),
                        ActorOptions.defaults()
                                .mailbox(MailboxSpec.bounded(CAPACITY, Overflow.PACE))
                                .supervision(Supervision.restart(Integer.MAX_VALUE, LONG))));
            }
            Random random = new Random(1);
            long end = System.nanoTime() + Duration.ofMillis(MILLIS).toNanos();
            do {
                scene.walkers.get(random.nextInt(ACTORS)).begin(random.nextInt(20), random.nextInt(200));
            } while (System.nanoTime() < end);
            while (scene.arrived.get() < scene.sent.get()) {
                Thread.onSpinWait();
            }
            assertThat(scene.violations).hasValue(0);
            assertThat(system.deadLetters(DeadLetter.Reason.STOPPED)).isZero();
            assertThat(system.deadLetters(DeadLetter.Reason.MAILBOX_FULL)).isZero();
            for (Walker walker : scene.walkers) {
                walker.count().await(LONG);
                assertThat(ActorControl.of(walker).depth(1_000)).isLessThanOrEqualTo(CAPACITY);
            }
        }
        assertThat(scene.arrived).hasValue(scene.sent.get());
    }

    @ParameterizedTest
    @MethodSource("dispatchers")
    void shouldDeliverOrReportAllThoughActorsStop(String kind) {
        Scene scene = new Scene();
        List<String> letters = Collections.synchronizedList(new ArrayList<>());
        ActorSystem system = ActorSystem.builder()
                .name("torture")
                .dispatcher(dispatcher(kind))
                .listener(new SystemListener() {
                    @Override
                    public void onDeadLetter(DeadLetter letter) {
                        if (letter.method() != null && letter.method().contains("step")) {
                            letters.add(letter.target());
                        }
                    }
                })
                .start();
        try (system) {
            for (int i = 0; i < ACTORS; i++) {
                int place = i;
                Book book = new Book();
                scene.walkers.add(system.spawn(
                        Walker.class,
                        () -> new Walker(scene, book, place),
                        ActorOptions.defaults()
                                .mailbox(MailboxSpec.bounded(CAPACITY, Overflow.PACE))
                                .supervision(Supervision.resume())));
            }
            Random random = new Random(2);
            for (int stopped = 0; stopped < ACTORS; stopped++) {
                for (int i = 0; i < 200; i++) {
                    scene.walkers.get(random.nextInt(ACTORS)).begin(random.nextInt(20), random.nextInt(50));
                }
                system.stop(scene.walkers.get(stopped)).await(LONG);
            }
            while (scene.arrived.get() + letters.size() < scene.sent.get()) {
                Thread.onSpinWait();
            }
            for (Walker walker : scene.walkers) {
                assertThat(failureOf(walker.count())).isInstanceOf(ActorStoppedException.class);
            }
        }
        assertThat(scene.arrived.get() + letters.size()).isEqualTo(scene.sent.get());
        assertThat(scene.violations).hasValue(0);
    }

    private static Throwable failureOf(Promise<?> promise) {
        try {
            promise.await(LONG);
            return null;
        } catch (RuntimeException e) {
            return e;
        }
    }

    /** Two that ask each other, all at once. */
    @ParameterizedTest
    @MethodSource("dispatchers")
    void shouldAnswerAllThatTwoAskEachOtherAtOnce(String kind) {
        int questions = Integer.getInteger("troupe.torture.questions", 50_000);
        try (ActorSystem system = ActorSystem.builder()
                .name("torture")
                .dispatcher(dispatcher(kind))
                .start()) {
            AtomicLong answers = new AtomicLong();
            ActorOptions paced = ActorOptions.defaults().mailbox(MailboxSpec.bounded(8, Overflow.PACE));
            Asker a = system.spawn(Asker.class, () -> new Asker(answers), paced);
            Asker b = system.spawn(Asker.class, () -> new Asker(answers), paced);
            a.ask(b, questions);
            b.ask(a, questions);
            while (answers.get() < 2L * questions) {
                Thread.onSpinWait();
            }
            assertThat(a.failed().await(LONG) + b.failed().await(LONG)).isZero();
        }
    }

    /** Asks all at once and looks at the order of the answers. */
    public static class Asker extends Actor<Asker> {
        private final AtomicLong answers;
        private int next;
        private int failed;

        Asker(AtomicLong answers) {
            this.answers = answers;
        }

        /** Begins. */
        public void ask(Asker other, int questions) {
            for (int i = 0; i < questions; i++) {
                other.answer(i).onComplete((value, failure) -> {
                    answers.incrementAndGet();
                    if (failure != null || value != next++) {
                        failed++;
                    }
                });
            }
        }

        /** Answers. */
        public Promise<Integer> answer(int number) {
            return Promise.of(number);
        }

        /** How many answers were wrong, missing or out of order. */
        public Promise<Integer> failed() {
            return Promise.of(failed);
        }
    }
}
