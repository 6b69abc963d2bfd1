// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.MembersFixture.Node;
import io.troupe.cluster.PriceReader.Price;
import io.troupe.core.ActorSystem;
import io.troupe.core.promise.Callback;
import io.troupe.remoting.topic.SlowConsumer;
import io.troupe.remoting.topic.Topic;
import io.troupe.remoting.topic.TopicConfig;
import io.troupe.remoting.topic.TopicSource;
import io.troupe.testkit.Await;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Topics of a cluster as a process has them that is no member. */
class ClientTopicTest {
    private static final Duration LIMIT = MembersFixture.LIMIT;

    private final MembersFixture members = new MembersFixture();
    private final ActorSystem system = ActorSystem.start("listening");

    @AfterEach
    void close() {
        system.close();
        members.close();
    }

    private ClusterClient client(Node known) {
        String address = known.cluster().self().address();
        return Cluster.client(system, List.of(address), ClientConfig.defaults().within(LIMIT));
    }

    private static Topic<Price> topic(Node member) {
        return member.cluster().topic("prices", Price.class);
    }

    /** Waits until so many members and clients get what is published there. */
    private static void awaitOthers(Topic<Price> topic, int count) {
        Await.until(
                "others have subscribed",
                LIMIT,
                () -> topic.stats().subscribers().size() == count);
    }

    @Test
    void shouldGetWhatAllMembersPublishOnceAndInOrder() {
        Topic<Price> one = topic(members.join("one"));
        Node second = members.join("two");
        Topic<Price> two = topic(second);
        TopicSource<Price> prices = client(second).topic("prices", Price.class);
        PriceReader seen = new PriceReader(prices);
        PriceReader beside = new PriceReader(prices);
        awaitOthers(one, 2);
        awaitOthers(two, 2);
        List<Price> ofOne = PriceReader.publish(one, "one");
        List<Price> ofTwo = PriceReader.publish(two, "two");
        for (PriceReader each : List.of(seen, beside)) {
            each.await("one", ofOne);
            each.await("two", ofTwo);
            assertThat(each.gaps()).isEmpty();
        }
        assertThat(prices.name()).isEqualTo("prices");
    }

    @Test
    void shouldGoOnWhenMembersDieAndOthersMakeTheTopic() {
        Node first = members.join("one");
        Node second = members.join("two");
        PriceReader seen = new PriceReader(client(first).topic("prices", Price.class));
        Topic<Price> one = topic(first); // later than the client
        awaitOthers(one, 1);
        Topic<Price> two = topic(second);
        awaitOthers(two, 2);
        seen.await("two", PriceReader.publish(two, "two"));
        members.vanish(second);
        Await.until("the loss of the link is told", LIMIT, () -> !seen.gaps().isEmpty());
        Topic<Price> three = topic(members.join("three"));
        awaitOthers(three, 2);
        seen.await("three", PriceReader.publish(three, "three"));
        seen.await("one", PriceReader.publish(one, "one"));
    }

    @Test
    void shouldEndWithTheTopicAndWithTheClient() {
        Node first = members.join("one");
        Topic<Price> one = topic(first);
        ClusterClient client = client(first);
        TopicSource<Price> prices = client.topic("prices", Price.class);
        PriceReader seen = new PriceReader(prices);
        awaitOthers(one, 1);
        prices.close();
        awaitOthers(one, 0);
        seen.items().ended().await(LIMIT);
        TopicSource<Price> again = client.topic("prices", Price.class);
        prices.close();
        assertThat(client.topic("prices", Price.class)).isSameAs(again).isNotSameAs(prices);
        PriceReader last = new PriceReader(again);
        awaitOthers(one, 1);
        last.await("one", PriceReader.publish(one, "one"));
        client.close();
        last.items().ended().await(LIMIT);
        awaitOthers(one, 0);
        assertThatThrownBy(() -> client.topic("prices", Price.class))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("a client must be open to subscribe to a topic: client=listening-client-");
        assertThat(seen.gaps()).isEmpty();
        assertThat(last.gaps()).isEmpty();
    }

    @Test
    void shouldNotHoldUpAPublisherThatIsFasterThanItsSubscribers() {
        Node first = members.join("one");
        Topic<Price> one = topic(first);
        TopicConfig<Price> config = TopicConfig.<Price>defaults().queue(2).policy(SlowConsumer.SLOW_ALL);
        PriceReader seen = new PriceReader(client(first).topic("prices", Price.class, config));
        awaitOthers(one, 1);
        for (int i = 0; i < 20; i++) {
            PriceReader.publish(one, "burst");
        }
        seen.awaitAccounted(20 * PriceReader.BURST);
    }

    @Test
    void shouldSayOnceThatTheItemsAreOfAnotherType() {
        Node first = members.join("one");
        Topic<Price> one = topic(first);
        Queue<Long> gaps = new ConcurrentLinkedQueue<>();
        String log = logOf(() -> {
            TopicSource<Long> numbers = client(first).topic("prices", Long.class);
            numbers.subscribe(SlowConsumer.DROP, Callback.of(number -> {}), Callback.of(gaps::add));
            Await.until("several subscriptions have failed", LIMIT, () -> {
                first.cluster().topic("other", Price.class); // the client looks for topics, and subscribes anew
                one.publish(new Price("any", 1));
                return gaps.size() >= 3;
            });
        });
        assertThat(log).containsOnlyOnce("topic=prices, type=java.lang.Long");
    }

    private static String logOf(Runnable action) {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, UTF_8));
        try {
            action.run();
        } finally {
            System.setErr(before);
        }
        return log.toString(UTF_8);
    }

    @Test
    void shouldRefuseWhatNoTopicCanBe() {
        ClusterClient client = client(members.join("one"));
        client.topic("prices", Price.class);
        assertThatThrownBy(() -> client.topic("prices", String.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must have items of one type: topic=prices");
        assertThatThrownBy(() -> client.topic("", Price.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("topic");
        assertThatThrownBy(() -> client.topic("a?b", Price.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the name of a topic must have no '?': name=a?b");
    }
}
