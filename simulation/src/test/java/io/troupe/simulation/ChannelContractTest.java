// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.Supervision;
import io.troupe.core.channel.Channel;
import io.troupe.core.channel.ChannelStats;
import io.troupe.core.channel.Channels;
import io.troupe.core.channel.Select;
import io.troupe.core.error.ChannelClosedException;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What channels promise, under many schedules, with cancelled sends and receives, deadlines, and actors that restart and stop. */
class ChannelContractTest {
    /** At night ten thousand. */
    private static final int MANY = "all".equals(System.getProperty("troupe.tests")) ? 10_000 : 300;

    private static final Duration MILLI = Duration.ofMillis(1);
    private static final int COUNT = 12;

    /** The number of a sender, and its own number. */
    private record Element(int sender, int number) {}

    /** Runs its program at each start. */
    public static class Party extends Actor<Party> {
        private final Consumer<Party> program;

        Party(Consumer<Party> program) {
            this.program = program;
        }

        @Override
        protected Promise<?> onStart() {
            program.accept(this);
            return Promise.done();
        }

        void stop() {
            context().stop();
        }
    }

    /** What has become of each element. */
    private static final class Ledger {
        final Map<Element, List<String>> fates = new HashMap<>();
        final Map<String, Element> last = new HashMap<>();
        final Set<String> seen = new HashSet<>();

        Element begun(int sender, int number) {
            Element element = new Element(sender, number);
            fates.put(element, new ArrayList<>());
            return element;
        }

        void fate(Element element, String fate) {
            fates.get(element).add(fate);
            seen.add(fate);
        }

        void received(String receiver, Element element) {
            fate(element, "received by " + receiver);
            Element before = last.put(receiver + " from " + element.sender, element);
            if (before != null) {
                assertThat(element.number).as("order of %s", receiver).isGreaterThan(before.number);
            }
        }
    }

    private static void carry(Simulation sim) {
        RandomGenerator random = sim.random();
        Ledger ledger = new Ledger();
        int capacity = random.nextInt(4);
        Channel<Element> one = capacity == 0 ? Channels.rendezvous() : Channels.buffered(capacity);
        Channel<Element> two = Channels.<Element>rendezvous();
        one.named("one").undelivered(element -> ledger.fate(element, "undelivered"));
        two.named("two").undelivered(element -> ledger.fate(element, "undelivered"));
        List<Channel<Element>> channels = List.of(one, two);
        sim.always("no more than the capacity is inside", () -> {
            ChannelStats stats = one.stats();
            return stats.inside() - stats.waitingSenders() <= capacity + 2; // two may have been given back
        });
        for (String fate : List.of(
                "returned",
                "undelivered",
                "received by each-1",
                "received by loop",
                "received by select-one",
                "received by select-two",
                "received by repeat-one",
                "received by repeat-two")) {
            sim.sometimes("an element is " + fate, () -> ledger.seen.contains(fate));
        }
        Node node = sim.node("n", started -> {
            for (int i = 0; i < 3; i++) {
                int sender = i;
                spawn(started, "sender-" + i, me -> send(random, ledger, channels, sender, 0));
            }
            spawn(started, "chooser", me -> sendToEither(random, ledger, channels, 0));
            for (int i = 0; i < 2; i++) {
                String name = "each-" + i;
                spawn(
                        started,
                        name,
                        me -> one.each(element -> {
                            ledger.received(name, element);
                            disturb(random, me);
                        }));
            }
            spawn(started, "loop", me -> receive(random, ledger, two, me));
            spawn(started, "select", me -> select(random, ledger, channels, me));
            spawn(started, "repeat", me -> Select.fair()
                    .receive(one, element -> {
                        ledger.received("repeat-one", element);
                        disturb(random, me);
                        return 0;
                    })
                    .receive(two, element -> {
                        ledger.received("repeat-two", element);
                        return 0;
                    })
                    .repeat());
        });
        sim.runFor(MILLI.multipliedBy(40));
        channels.forEach(Channel::close);
        sim.runFor(MILLI.multipliedBy(40));
        for (Channel<Element> channel : channels) {
            for (Element left = channel.tryReceive(); left != null; left = channel.tryReceive()) {
                ledger.fate(left, "left");
            }
        }
        sim.runFor(MILLI.multipliedBy(40));
        assertThat(node.isUp()).isTrue();
        assertThat(ledger.fates)
                .allSatisfy((element, fates) -> assertThat(fates).hasSize(1));
        for (Channel<Element> channel : channels) {
            ChannelStats stats = channel.stats();
            assertThat(stats.inside()).isZero();
            assertThat(stats.received() + stats.returned() + stats.undelivered())
                    .as("%s", stats)
                    .isEqualTo(stats.sent());
        }
        long received = ledger.fates.values().stream()
                .filter(fates ->
                        !fates.get(0).equals("returned") && !fates.get(0).equals("undelivered"))
                .count();
        assertThat(one.stats().received() + two.stats().received()).isEqualTo(received);
    }

    private static void spawn(Node node, String name, Consumer<Party> program) {
        node.spawn(
                Party.class,
                () -> new Party(program),
                ActorOptions.named(name).supervision(Supervision.restart(100, Duration.ofHours(1))));
    }

    /** Fails or stops the actor, or does nothing. */
    private static void disturb(RandomGenerator random, Party me) {
        int what = random.nextInt(30);
        if (what == 0) {
            me.stop();
        } else if (what < 4) {
            throw new IllegalStateException("on purpose");
        }
    }

    private static void send(
            RandomGenerator random, Ledger ledger, List<Channel<Element>> channels, int sender, int number) {
        if (number == COUNT) {
            return;
        }
        Element element = ledger.begun(sender, number);
        Promise<Void> sent = channels.get(random.nextInt(2)).send(element);
        if (random.nextInt(4) == 0) {
            sent.timeout(MILLI.multipliedBy(1 + random.nextInt(3)));
        }
        sent.onComplete((done, failure) -> {
            if (failure != null) {
                ledger.fate(element, "returned");
            }
            send(random, ledger, channels, sender, number + 1);
        });
        if (random.nextInt(8) == 0) {
            sent.cancel();
        }
    }

    /** A select that sends: one element goes, the other one comes back. */
    private static void sendToEither(
            RandomGenerator random, Ledger ledger, List<Channel<Element>> channels, int number) {
        if (number == 2 * COUNT) {
            return;
        }
        Element first = ledger.begun(10, number);
        Element second = ledger.begun(11, number + 1);
        Promise<Element> returned = Select.fair()
                .send(channels.get(0), first, () -> second)
                .send(channels.get(1), second, () -> first)
                .once();
        if (random.nextInt(3) == 0) {
            returned.timeout(MILLI);
        }
        returned.onComplete((other, failure) -> {
            if (failure == null) {
                ledger.fate(other, "returned");
            } else {
                ledger.fate(first, "returned");
                ledger.fate(second, "returned");
            }
            sendToEither(random, ledger, channels, number + 2);
        });
    }

    private static void receive(RandomGenerator random, Ledger ledger, Channel<Element> channel, Party me) {
        Promise<Element> received = channel.receive();
        if (random.nextBoolean()) {
            received.timeout(MILLI);
        }
        received.onComplete((element, failure) -> {
            if (element != null) {
                ledger.received("loop", element);
                disturb(random, me);
            }
            if (!(failure instanceof ChannelClosedException)) {
                receive(random, ledger, channel, me);
            }
        });
    }

    private static void select(RandomGenerator random, Ledger ledger, List<Channel<Element>> channels, Party me) {
        Promise<Integer> chosen = Select.fair()
                .receive(channels.get(0), element -> {
                    ledger.received("select-one", element);
                    return 1;
                })
                .receive(channels.get(1), element -> {
                    ledger.received("select-two", element);
                    return 2;
                })
                .after(MILLI, () -> 3)
                .once();
        chosen.onComplete((which, failure) -> {
            if (failure == null && which < 3) {
                disturb(random, me);
            }
            if (!channels.get(0).isClosed()) {
                select(random, ledger, channels, me);
            }
        });
        if (random.nextInt(6) == 0) {
            chosen.cancel();
        }
    }

    @Test
    void shouldGiveEachElementOneFateWhateverTheSchedule() {
        SimulationReport report =
                Simulation.run(SimulationOptions.of("channels").schedules(100), ChannelContractTest::carry);
        assertThat(report.notes()).isEmpty();
    }

    @Test
    @Tag("soak")
    void shouldGiveEachElementOneFateInManySchedules() {
        Simulation.run(SimulationOptions.of("channels").schedules(MANY), ChannelContractTest::carry);
    }
}
