// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.actor.Actor;
import io.troupe.core.channel.Channel;
import io.troupe.core.channel.ChannelStats;
import io.troupe.core.channel.Channels;
import io.troupe.core.channel.Receiver;
import io.troupe.core.channel.Sender;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.link.Link;
import io.troupe.simulation.delay.Delay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The fates of elements whose channel has one end on each side of a link that breaks. */
class ChannelsOverLinksTest {
    private static final int QUICK = 30;
    /** At night ten thousand. */
    private static final int MANY = "all".equals(System.getProperty("troupe.tests")) ? 10_000 : 300;

    private static final int COUNT = 40;

    /** One channel and what an observer who sees both sides knows of it. */
    private static final class Conversation {
        final Channel<Integer> channel;
        final Set<Integer> seen = new HashSet<>();
        final Set<Integer> fulfilled = new HashSet<>();
        final Set<Integer> failed = new HashSet<>();
        final Set<Integer> undelivered = new HashSet<>();
        boolean twice;

        @Nullable
        Channel<Integer> proxy;

        Conversation(Channel<Integer> channel) {
            this.channel = channel;
            channel.undelivered(undelivered::add);
        }

        void saw(int element) {
            twice |= !seen.add(element);
        }
    }

    /** Receives at the far side: all, one after the other, or for a while. */
    public static class Far extends Actor<Far> {
        private final List<Conversation> conversations;

        Far(List<Conversation> conversations) {
            this.conversations = conversations;
        }

        public void consume(int number, Receiver<Integer> receiver) {
            receiver.each(conversations.get(number)::saw);
        }

        public void taste(int number, Receiver<Integer> receiver, int most) {
            conversations.get(number).proxy = (Channel<Integer>) receiver;
            Promise<Void> end = receiver.each(conversations.get(number)::saw);
            context().after(Duration.ofMillis(most), end::cancel);
        }

        public void sip(int number, Receiver<Integer> receiver) {
            receiver.receive().timeout(Duration.ofMillis(30)).onComplete((element, failure) -> {
                if (element != null) {
                    conversations.get(number).saw(element);
                    sip(number, receiver);
                } else if (failure instanceof CallTimeoutException) {
                    sip(number, receiver);
                }
            });
        }

        public void produce(int number, Sender<Integer> sender) {
            for (int i = 0; i < COUNT; i++) {
                sender.send(i);
            }
        }
    }

    /** Hands the ends of its channels over, and sends to them. */
    public static class Near extends Actor<Near> {
        public void offer(Conversation conversation) {
            for (int i = 0; i < COUNT; i++) {
                int element = i;
                conversation.channel.send(element).onComplete((sent, failure) -> {
                    if (failure == null) {
                        conversation.fulfilled.add(element);
                    } else {
                        conversation.failed.add(element);
                    }
                });
            }
        }

        public void receiveAll(Conversation conversation) {
            conversation.channel.each(conversation::saw);
        }
    }

    private static void carry(Simulation sim) {
        List<Conversation> conversations = new ArrayList<>();
        sim.node("server", node -> {
            Remoting remoting = Remoting.on(node.system());
            remoting.expose("far", node.spawn(Far.class, () -> new Far(conversations)));
            remoting.listen("tcp://server:7000");
        });
        List<Link> links = new ArrayList<>();
        List<Near> near = new ArrayList<>();
        sim.client("c", 1, client -> {
            near.add(client.system().spawn(Near.class, Near::new));
            Remoting.on(client.system()).connect("tcp://server:7000").then(links::add);
        });
        sim.eventually(Duration.ofMinutes(1), "the link is up", () -> !links.isEmpty());
        sim.faults().network(net -> net.latency(Delay.pareto(Duration.ofMillis(1)))
                .resets(Delay.every(Duration.ofMillis(300)))
                .loss(0.01));
        RandomGenerator random = sim.random();
        Far far = links.get(0).lookup("far", Far.class);
        Near actor = near.get(0);
        for (int i = 0; i < 8; i++) {
            int capacity = random.nextInt(3);
            Conversation conversation =
                    new Conversation(capacity == 0 ? Channels.rendezvous() : Channels.buffered(capacity));
            conversations.add(conversation);
            int kind = random.nextInt(4);
            if (kind == 0) {
                far.consume(i, conversation.channel);
                actor.offer(conversation);
            } else if (kind == 1) {
                far.taste(i, conversation.channel, random.nextInt(60));
                actor.offer(conversation);
            } else if (kind == 2) {
                far.sip(i, conversation.channel);
                actor.offer(conversation);
            } else {
                far.produce(i, conversation.channel);
                actor.receiveAll(conversation);
            }
            sim.runFor(Duration.ofMillis(random.nextInt(200)));
        }
        sim.sometimes("some may have been delivered or not", () -> conversations.stream()
                .anyMatch(conversation -> !conversation.undelivered.isEmpty()));
        sim.sometimes("some came back", () -> conversations.stream()
                .anyMatch(conversation -> !conversation.failed.isEmpty()));
        sim.runFor(Duration.ofSeconds(2));
        links.get(0).close();
        sim.runFor(Duration.ofSeconds(5));
        conversations.forEach(ChannelsOverLinksTest::check);
    }

    private static void check(Conversation conversation) {
        ChannelStats stats = conversation.channel.stats();
        assertThat(stats.sent())
                .as("%s", stats)
                .isEqualTo(stats.received() + stats.returned() + stats.undelivered() + stats.inside());
        assertThat(stats.undelivered()).isEqualTo(conversation.undelivered.size());
        assertThat(conversation.twice).as("an element was received twice").isFalse();
        assertThat(Collections.disjoint(conversation.seen, conversation.failed))
                .as("an element was received and came back")
                .isTrue();
        Set<Integer> certain = new HashSet<>(conversation.seen);
        certain.removeAll(conversation.undelivered);
        // one that a stopped each had been given is the oldest of the channel that it was received from
        Channel<Integer> proxy = conversation.proxy;
        long kept = proxy == null ? 0 : proxy.stats().inside();
        assertThat(kept).isLessThanOrEqualTo(1);
        assertThat(stats.received())
                .as("received for certain: %s", stats)
                .isBetween((long) certain.size(), certain.size() + kept);
    }

    @Test
    void shouldGiveEachElementOneFateOnLinksThatBreak() {
        SimulationReport report = Simulation.run(
                SimulationOptions.of("channels-over-links").schedules(QUICK), ChannelsOverLinksTest::carry);
        assertThat(report.notes()).isEmpty();
    }

    @Test
    @Tag("soak")
    void shouldGiveEachElementOneFateInManySchedules() {
        SimulationReport report = Simulation.run(
                SimulationOptions.of("channels-over-links").schedules(MANY), ChannelsOverLinksTest::carry);
        assertThat(report.notes()).isEmpty();
    }
}
