// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.MembersFixture.Node;
import io.troupe.core.ActorSystem;
import io.troupe.core.promise.Callback;
import io.troupe.remoting.topic.SlowConsumer;
import io.troupe.remoting.topic.Topic;
import io.troupe.remoting.topic.TopicConfig;
import io.troupe.remoting.topic.TopicSource;
import io.troupe.testkit.Await;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Topics of a cluster as a process has them that is no member. */
class ClientTopicTest {
    private static final Duration LIMIT = MembersFixture.LIMIT;
    private static final int ITEMS = 1_000;

    private final MembersFixture members = new MembersFixture();
    private final ActorSystem system = ActorSystem.start("listening");

    @AfterEach
    void close() {
        system.close();
        members.close();
    }

    /** An item. */
    public record Price(String symbol, long cents) {}

    /** What comes to one subscriber. */
    private static final class Seen {
        private final Queue<Price> prices = new ConcurrentLinkedQueue<>();
        private final Queue<Long> gaps = new ConcurrentLinkedQueue<>();
        private final Callback<Price> items = Callback.of(prices::add);

        Seen(TopicSource<Price> topic) {
            topic.subscribe(SlowConsumer.DROP, items, Callback.of(gaps::add));
        }

        void await(String symbol, List<Price> expected) {
            Await.until("all has come", LIMIT, () -> of(symbol).size() >= expected.size());
            assertThat(of(symbol)).isEqualTo(expected);
        }

        private List<Price> of(String symbol) {
            return prices.stream()
                    .filter(price -> price.symbol().equals(symbol))
                    .toList();
        }
    }

    private ClusterClient client(Node known) {
        String address = known.cluster().self().address();
        return Cluster.client(system, List.of(address), ClientConfig.defaults().within(LIMIT));
    }

    private static Topic<Price> topic(Node member) {
        return member.cluster().topic("prices", Price.class);
    }

    private static List<Price> publish(Topic<Price> topic, String symbol) {
        List<Price> prices =
                IntStream.range(0, ITEMS).mapToObj(i -> new Price(symbol, i)).toList();
        prices.forEach(topic::publish);
        return prices;
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
        Seen seen = new Seen(prices);
        Seen beside = new Seen(prices);
        awaitOthers(one, 2);
        awaitOthers(two, 2);
        List<Price> ofOne = publish(one, "one");
        List<Price> ofTwo = publish(two, "two");
        for (Seen each : List.of(seen, beside)) {
            each.await("one", ofOne);
            each.await("two", ofTwo);
            assertThat(each.gaps).isEmpty();
        }
        assertThat(prices.name()).isEqualTo("prices");
    }

    @Test
    void shouldGoOnWhenMembersDieAndOthersMakeTheTopic() {
        Node first = members.join("one");
        Node second = members.join("two");
        Seen seen = new Seen(client(first).topic("prices", Price.class));
        Topic<Price> one = topic(first); // later than the client
        awaitOthers(one, 1);
        Topic<Price> two = topic(second);
        awaitOthers(two, 2);
        seen.await("two", publish(two, "two"));
        members.vanish(second);
        Await.until("the loss of the link is told", LIMIT, () -> !seen.gaps.isEmpty());
        Topic<Price> three = topic(members.join("three"));
        awaitOthers(three, 2);
        seen.await("three", publish(three, "three"));
        seen.await("one", publish(one, "one"));
    }

    @Test
    void shouldEndWithTheTopicAndWithTheClient() {
        Node first = members.join("one");
        Topic<Price> one = topic(first);
        ClusterClient client = client(first);
        TopicSource<Price> prices = client.topic("prices", Price.class);
        Seen seen = new Seen(prices);
        awaitOthers(one, 1);
        prices.close();
        awaitOthers(one, 0);
        seen.items.ended().await(LIMIT);
        TopicSource<Price> again = client.topic("prices", Price.class);
        prices.close();
        assertThat(client.topic("prices", Price.class)).isSameAs(again).isNotSameAs(prices);
        Seen last = new Seen(again);
        awaitOthers(one, 1);
        last.await("one", publish(one, "one"));
        client.close();
        last.items.ended().await(LIMIT);
        awaitOthers(one, 0);
        assertThatThrownBy(() -> client.topic("prices", Price.class))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("a client must be open to subscribe to a topic: client=listening-client-");
        assertThat(seen.gaps).isEmpty();
        assertThat(last.gaps).isEmpty();
    }

    @Test
    void shouldNotHoldUpAPublisherThatIsFasterThanItsSubscribers() {
        Node first = members.join("one");
        Topic<Price> one = topic(first);
        TopicConfig<Price> config = TopicConfig.<Price>defaults().queue(2).policy(SlowConsumer.SLOW_ALL);
        Seen seen = new Seen(client(first).topic("prices", Price.class, config));
        awaitOthers(one, 1);
        for (int i = 0; i < 20; i++) {
            publish(one, "burst");
        }
        Await.until(
                "each item has come or is told to be missing",
                LIMIT,
                () -> seen.prices.size()
                                + seen.gaps.stream().mapToLong(Long::longValue).sum()
                        == 20 * ITEMS);
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
