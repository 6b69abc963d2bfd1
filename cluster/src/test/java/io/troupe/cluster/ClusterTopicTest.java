// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.MembersFixture.Node;
import io.troupe.cluster.PriceReader.Price;
import io.troupe.core.ActorSystem;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.remoting.topic.SlowConsumer;
import io.troupe.remoting.topic.Topic;
import io.troupe.remoting.topic.TopicConfig;
import io.troupe.testkit.Await;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Topics that all members have. */
class ClusterTopicTest {
    private static final Duration LIMIT = MembersFixture.LIMIT;

    private final MembersFixture members = new MembersFixture();

    @AfterEach
    void close() {
        members.close();
    }

    /** Of one member, with what has come there. */
    private static final class Site {
        private final Topic<Price> topic;
        private final PriceReader seen;

        Site(Cluster cluster) {
            this(cluster, TopicConfig.defaults());
        }

        Site(Cluster cluster, TopicConfig<Price> config) {
            topic = cluster.topic("prices", Price.class, config);
            seen = new PriceReader(topic);
        }

        /** Waits until so many get what it publishes, beside its own subscriber. */
        void awaitMembers(int count) {
            Await.until(
                    "others have subscribed",
                    LIMIT,
                    () -> topic.stats().subscribers().size() == count + 1);
        }
    }

    private static List<Price> publish(Site site, String symbol) {
        return PriceReader.publish(site.topic, symbol);
    }

    @Test
    void shouldWorkInAProcessThatIsAlone() {
        try (ActorSystem system = ActorSystem.start("alone")) {
            Cluster cluster = Cluster.join(system, ClusterConfig.memory());
            Site site = new Site(cluster);
            site.seen.await("a", publish(site, "a"));
            assertThat(cluster.topic("prices", Price.class)).isSameAs(site.topic);
            assertThatThrownBy(() -> cluster.topic("prices", String.class))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("must have items of one type: topic=prices");
            assertThatThrownBy(() -> cluster.topic("a?b", Price.class))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("the name of a topic must have no '?': name=a?b");
            site.topic.close();
            assertThatThrownBy(() -> site.topic.publish(new Price("a", 1))).isInstanceOf(IllegalStateException.class);
            Site again = new Site(cluster);
            again.seen.await("b", publish(again, "b"));
        }
    }

    @Test
    void shouldBeMadeAnewByWhoHearsOfItsEnd() {
        try (ActorSystem system = ActorSystem.start("alone")) {
            Cluster cluster = Cluster.join(system, ClusterConfig.memory());
            Topic<Price> topic = cluster.topic("prices", Price.class);
            Callback<Price> items = Callback.of(price -> {});
            CompletablePromise<Site> again = new CompletablePromise<>();
            items.ended().onComplete((ended, failure) -> again.complete(new Site(cluster)));
            topic.subscribe(items);
            topic.close();
            Site site = again.await(LIMIT);
            assertThat(site.topic).isNotSameAs(topic);
            site.seen.await("a", publish(site, "a"));
        }
    }

    /** Who makes it while another thread closes it may be refused, but only then. */
    @Test
    void shouldBeMadeAnewAfterThreadsHaveClosedItAtOnce() throws InterruptedException {
        try (ActorSystem system = ActorSystem.start("alone")) {
            Cluster cluster = Cluster.join(system, ClusterConfig.memory());
            List<Thread> threads = IntStream.range(0, 3)
                    .mapToObj(i -> new Thread(() -> openAndClose(cluster), "closer-" + i))
                    .toList();
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
            Site site = new Site(cluster);
            site.seen.await("a", publish(site, "a"));
        }
    }

    private static void openAndClose(Cluster cluster) {
        for (int i = 0; i < 200; i++) {
            try {
                cluster.topic("prices", Price.class).close();
            } catch (IllegalArgumentException e) { // its name is not free yet
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void shouldForgetTheGapsOfSubscribersThatHaveEnded() {
        try (ActorSystem system = ActorSystem.start("alone")) {
            Topic<Price> topic = Cluster.join(system, ClusterConfig.memory()).topic("prices", Price.class);
            awaitForgotten(subscribeAndEnd(topic));
            topic.close();
            awaitForgotten(subscribeAndEnd(topic));
        }
    }

    private static WeakReference<Object> subscribeAndEnd(Topic<Price> topic) {
        Callback<Price> items = Callback.of(price -> {});
        Callback<Long> gaps = Callback.of(count -> {});
        topic.subscribe(SlowConsumer.DROP, items, gaps);
        items.end();
        assertThat(gaps.isEnded()).isTrue();
        return new WeakReference<>(gaps);
    }

    private static void awaitForgotten(WeakReference<Object> callback) {
        Await.until("nobody holds the callback", LIMIT, () -> {
            System.gc();
            return callback.get() == null;
        });
    }

    @Test
    void shouldComeToTheSubscribersOfAllMembersOnceAndInOrder() {
        Site one = new Site(members.join("one").cluster());
        Site two = new Site(members.join("two").cluster());
        Site three = new Site(members.join("three").cluster());
        Queue<Price> second = new ConcurrentLinkedQueue<>();
        three.topic.subscribe(Callback.of(second::add));
        one.awaitMembers(2);
        two.awaitMembers(2);
        List<Price> ofOne = publish(one, "one");
        List<Price> ofTwo = publish(two, "two");
        for (Site each : List.of(one, two, three)) {
            each.seen.await("one", ofOne);
            each.seen.await("two", ofTwo);
            assertThat(each.seen.gaps()).isEmpty();
        }
        Await.until("all has come", LIMIT, () -> second.size() == 2 * PriceReader.BURST);
        assertThat(one.topic.stats().subscribers()).hasSize(3); // one copy per member
    }

    @Test
    void shouldTellGapsOfThoseThatDoNotKeepUp() {
        TopicConfig<Price> small = TopicConfig.<Price>defaults().queue(2);
        Site one = new Site(members.join("one").cluster(), small);
        Site two = new Site(members.join("two").cluster(), small);
        one.awaitMembers(1);
        for (int i = 0; i < 20; i++) {
            publish(one, "burst");
        }
        two.seen.awaitAccounted(20 * PriceReader.BURST);
        assertThat(two.seen.gaps()).isNotEmpty();
    }

    @Test
    void shouldNotHoldUpAPublisherWhenMembersComeAndDie() {
        Site one = new Site(members.join("one").cluster());
        Node second = members.join("two");
        Site two = new Site(second.cluster());
        one.awaitMembers(1);
        two.awaitMembers(1);
        publish(one, "before");
        members.vanish(second);
        List<Price> meanwhile = publish(one, "meanwhile");
        one.seen.await("meanwhile", meanwhile);
        Await.until(
                "the loss of the link is told", LIMIT, () -> !one.seen.gaps().isEmpty());
        one.awaitMembers(0);
        Site three = new Site(members.join("three").cluster());
        one.awaitMembers(1);
        List<Price> after = publish(one, "after");
        one.seen.await("after", after);
        three.seen.await("after", after);
    }

    @Test
    void shouldEndInPeaceWithAMemberThatLeaves() {
        Node first = members.host("one");
        Node second = members.host("two");
        members.awaitShared(first, second);
        Site one = new Site(first.cluster());
        Site two = new Site(second.cluster());
        two.awaitMembers(1);
        one.awaitMembers(1);
        List<Price> last = publish(two, "last");
        second.cluster().close();
        one.seen.await("last", last);
        assertThat(one.seen.gaps()).isEmpty();
        one.awaitMembers(0);
        assertThatThrownBy(() -> second.cluster().topic("prices", Price.class))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldFindAMemberThatHasTheTopicLater() {
        Node first = members.join("one");
        Node second = members.join("two");
        Site one = new Site(first.cluster());
        Await.until(
                "they know each other", LIMIT, () -> second.cluster().members().size() == 2);
        Site two = new Site(second.cluster());
        one.awaitMembers(1);
        two.awaitMembers(1);
        two.topic.close();
        one.awaitMembers(0);
        Site again = new Site(second.cluster());
        one.awaitMembers(1);
        again.awaitMembers(1);
        List<Price> prices = publish(one, "a");
        again.seen.await("a", prices);
        one.seen.await("a", prices);
    }
}
