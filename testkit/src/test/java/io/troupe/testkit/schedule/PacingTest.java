// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.Supervision;
import io.troupe.core.actor.Undelivered;
import io.troupe.core.host.ActorControl;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Actors with full mailboxes that pace their senders. Whatever the schedule: nobody waits for ever, each pair keeps its order, a
 * mailbox never holds more than its bound, and what was accepted is delivered or reported.
 */
@Timeout(600)
class PacingTest {
    private static final int QUICK = 200;
    private static final int MANY = "all".equals(System.getProperty("troupe.tests")) ? 10_000 : 2_000;
    private static final Duration LONG = Duration.ofMinutes(1);

    // ---- what the observer knows ---------------------------------------------------------------------------------

    /** All that was sent, and what became of it. */
    private static final class Observer {
        private final Map<String, Integer> numbers = new HashMap<>();
        private final Map<String, Integer> seen = new HashMap<>();
        private final Set<String> open = new HashSet<>();
        private final List<String> wrong = new ArrayList<>();
        private int delivered;
        private int reported;
        private final List<Promise<Integer>> asks = new ArrayList<>();

        /** Numbers of one pair go up. */
        int send(String from, String to) {
            int number = numbers.merge(from + "→" + to, 1, Integer::sum);
            open.add(from + "→" + to + " " + number);
            return number;
        }

        void arrives(String from, String to, int number) {
            String pair = from + "→" + to;
            delivered++;
            gone(pair, number);
            if (seen.getOrDefault(pair, 0) >= number) {
                wrong.add("order is kept: pair=" + pair + ", number=" + number + ", seen=" + seen.get(pair));
            }
            seen.put(pair, number);
        }

        private void gone(String pair, int number) {
            if (!open.remove(pair + " " + number)) {
                wrong.add("a message goes once: pair=" + pair + ", number=" + number);
            }
        }

        void undelivered(Undelivered call, String to) {
            if (call.method().startsWith("Walker.step")) {
                reported++;
                gone(call.arguments().get(0) + "→" + to, (Integer)
                        call.arguments().get(1));
            }
        }
    }

    // ---- the actors ----------------------------------------------------------------------------------------------

    /** Sends on what it gets, by the shape of the traffic. */
    public static class Walker extends Actor<Walker> {
        private final Scene scene;
        private final int place;

        Walker(Scene scene, int place) {
            this.scene = scene;
            this.place = place;
        }

        /** Takes a step of a walk. */
        public void step(String from, int number, int steps) {
            scene.observer.arrives(from, name(place), number);
            if (steps > 0) {
                for (int to : scene.shape.next(place, scene.walkers.size(), steps)) {
                    send(to, steps - 1);
                }
            }
            if (scene.shape == Shape.MUTUAL && steps > 0) {
                ask((place + 1) % scene.walkers.size());
            }
        }

        public Promise<Integer> count(int number) {
            return Promise.of(number);
        }

        public void fail() {
            throw new IllegalStateException("on purpose");
        }

        private void ask(int to) {
            int number = scene.observer.asks.size();
            Promise<Integer> answer = scene.walkers.get(to).count(number);
            scene.observer.asks.add(answer);
            answer.onComplete((value, failure) -> {
                if (failure == null && value != number) {
                    scene.observer.wrong.add("an answer is that of the ask: number=" + number + ", answer=" + value);
                }
            });
        }

        private void send(int to, int steps) {
            scene.send(name(place), to, steps);
        }
    }

    private static String name(int place) {
        return "w" + place;
    }

    /** Who sends to whom. */
    private enum Shape {
        /** Each to the next. */
        RING,
        /** Each to the next and the first steps to all. */
        FAN_OUT,
        /** All to the first, which begins again at another one. */
        FAN_IN,
        /** Each to itself and to the next. */
        SELF,
        /** Two that tell and ask each other. */
        MUTUAL;

        int[] next(int place, int count, int steps) {
            return switch (this) {
                case RING, MUTUAL -> new int[] {(place + 1) % count};
                case FAN_OUT -> {
                    if (steps % 8 != 7) {
                        yield new int[] {(place + 1) % count};
                    }
                    int[] all = new int[count];
                    for (int i = 0; i < count; i++) {
                        all[i] = i;
                    }
                    yield all;
                }
                case FAN_IN -> new int[] {place == 0 ? 1 + steps % (count - 1) : 0};
                case SELF -> new int[] {steps % 2 == 0 ? place : (place + 1) % count};
            };
        }
    }

    /** One run. */
    private static final class Scene {
        private final Simulator simulator;
        private final Observer observer = new Observer();
        private final Shape shape;
        private final int capacity;
        private final List<Walker> walkers = new ArrayList<>();
        private final ActorSystem system;

        Scene(Simulator simulator, Shape shape) {
            this.simulator = simulator;
            this.shape = shape;
            RandomGenerator random = simulator.random("scene");
            this.capacity = random.nextInt(2, 5);
            this.system = simulator.system("paced", settings -> settings.askTimeout(Duration.ZERO));
            int count = shape == Shape.MUTUAL ? 2 : random.nextInt(3, 6);
            for (int i = 0; i < count; i++) {
                int place = i;
                walkers.add(system.spawn(
                        Walker.class,
                        () -> new Walker(this, place),
                        ActorOptions.named(name(place))
                                .mailbox(MailboxSpec.bounded(capacity, Overflow.PACE))
                                .supervision(Supervision.restart(Integer.MAX_VALUE, LONG))
                                .undelivered(call -> observer.undelivered(call, name(place)))));
            }
        }

        void send(String from, int to, int steps) {
            walkers.get(to).step(from, observer.send(from, name(to)), steps);
        }

        /** Several sources, each of them a sender of its own, begin walks. */
        void begin(int walks, int steps) {
            for (int i = 0; i < walks; i++) {
                String source = "source" + i % 3;
                int to = i % walkers.size();
                simulator.add(EventKind.TASK, source, "begin", "", () -> send(source, to, steps));
            }
        }

        /** After each event: no mailbox holds more than its bound. */
        private boolean isBounded() {
            for (Walker walker : walkers) {
                int depth = ActorControl.of(walker).depth(100);
                if (depth > capacity) {
                    observer.wrong.add(
                            "a bound is a bound: depth=" + depth + ", capacity=" + capacity + ", actor=" + walker);
                }
            }
            return !observer.wrong.isEmpty();
        }

        void run(Duration span) {
            simulator.until(this::isBounded, span);
            assertThat(observer.wrong).isEmpty();
        }

        void checkAllSettled() {
            assertThat(observer.open)
                    .as("accepted, and neither delivered nor reported")
                    .isEmpty();
            assertThat(observer.delivered + observer.reported)
                    .as("delivered or reported")
                    .isEqualTo(observer.numbers.values().stream()
                            .mapToInt(Integer::intValue)
                            .sum());
            assertThat(observer.asks).as("asks").allMatch(Promise::isSettled);
            assertThat(system.pendingWork()).as("held back").isEmpty();
            assertThat(observer.wrong).isEmpty();
        }
    }

    // ---- nobody waits for ever -----------------------------------------------------------------------------------

    private static void undisturbed(Simulator simulator, Shape shape) {
        Scene scene = new Scene(simulator, shape);
        scene.begin(shape == Shape.FAN_OUT ? 6 : 12, 12);
        scene.run(Duration.ofSeconds(1));
        scene.checkAllSettled();
        assertThat(scene.observer.reported).isZero();
        assertThat(scene.observer.asks).allMatch(Promise::isFulfilled);
    }

    // ---- at any moment, anybody ends -----------------------------------------------------------------------------

    private static void disturbed(Simulator simulator, Shape shape) {
        Scene scene = new Scene(simulator, shape);
        RandomGenerator random = simulator.random("ends");
        scene.begin(10, 12);
        for (int i = 0; i < 4; i++) {
            Walker walker = scene.walkers.get(random.nextInt(scene.walkers.size()));
            boolean stops = i == 3;
            simulator.add(EventKind.TASK, "killer", "end", "", () -> {
                if (stops) {
                    scene.system.stop(walker);
                } else {
                    walker.fail();
                }
            });
        }
        scene.run(Duration.ofSeconds(1));
        scene.checkAllSettled();
    }

    private static void closed(Simulator simulator, Shape shape) {
        Scene scene = new Scene(simulator, shape);
        RandomGenerator random = simulator.random("ends");
        scene.begin(10, 12);
        int events = random.nextInt(100);
        for (int i = 0; i < events; i++) {
            simulator.step();
        }
        scene.system.close();
        scene.run(Duration.ofSeconds(1));
        scene.checkAllSettled();
    }

    // ---- runs ----------------------------------------------------------------------------------------------------

    /** Actors in a ring under a schedule that is kept. */
    static List<SimEvent> replay(Path file) {
        return Schedules.of(1).named(Shape.RING.name()).replay(file, simulator -> undisturbed(simulator, Shape.RING));
    }

    private static void each(int schedules, BiConsumer<Simulator, Shape> body) {
        for (Shape shape : Shape.values()) {
            Schedules.of(schedules / Shape.values().length)
                    .named(shape.name())
                    .limit(100_000)
                    .run(simulator -> body.accept(simulator, shape))
                    .orThrow();
        }
    }

    @Test
    void shouldDeliverAllInOrderWhoeverSendsToWhom() {
        each(QUICK, PacingTest::undisturbed);
    }

    @Test
    void shouldLoseNothingUntoldWhenActorsFailAndStop() {
        each(QUICK, PacingTest::disturbed);
    }

    @Test
    void shouldLoseNothingUntoldWhenTheSystemCloses() {
        each(QUICK, PacingTest::closed);
    }

    @Test
    @Tag("soak")
    void shouldDeliverAllInOrderInThousandsOfSchedules() {
        each(MANY, PacingTest::undisturbed);
    }

    @Test
    @Tag("soak")
    void shouldLoseNothingUntoldInThousandsOfSchedules() {
        each(MANY, PacingTest::disturbed);
        each(MANY, PacingTest::closed);
    }
}
