// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.promise.Callback;
import io.troupe.remoting.topic.SlowConsumer;
import io.troupe.remoting.topic.Topic;
import io.troupe.remoting.topic.TopicSource;
import io.troupe.testkit.Await;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;

/** What comes to one subscriber of a topic of prices. */
final class PriceReader {
    /** As many are published at a time. */
    static final int BURST = 1_000;

    /** An item. */
    public record Price(String symbol, long cents) {}

    private final Queue<Price> prices = new ConcurrentLinkedQueue<>();
    private final Queue<Long> gaps = new ConcurrentLinkedQueue<>();
    private final Callback<Price> items = Callback.of(prices::add);

    PriceReader(TopicSource<Price> topic) {
        topic.subscribe(SlowConsumer.DROP, items, Callback.of(gaps::add));
    }

    static List<Price> publish(Topic<Price> topic, String symbol) {
        List<Price> prices =
                IntStream.range(0, BURST).mapToObj(i -> new Price(symbol, i)).toList();
        prices.forEach(topic::publish);
        return prices;
    }

    Callback<Price> items() {
        return items;
    }

    Queue<Long> gaps() {
        return gaps;
    }

    /** Waits until all of a symbol have come, once and in order. */
    void await(String symbol, List<Price> expected) {
        Await.until("all has come", MembersFixture.LIMIT, () -> of(symbol).size() >= expected.size());
        assertThat(of(symbol)).isEqualTo(expected);
    }

    private List<Price> of(String symbol) {
        return prices.stream().filter(price -> price.symbol().equals(symbol)).toList();
    }

    /** Waits until each of so many has come, or is told to be missing. */
    void awaitAccounted(int count) {
        Await.until(
                "each item has come or is told to be missing",
                MembersFixture.LIMIT,
                () -> prices.size() + gaps.stream().mapToLong(Long::longValue).sum() == count);
    }
}
