// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.Offer;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.remoting.topic.TopicConfig;
import io.troupe.remoting.value.TypeSerializers;
import io.troupe.testkit.TestSystem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;

class SubscriberQueuePropertyTest {
    private static final int CAPACITY = 5;

    private static PublishedItem item(int number, Object key) {
        try (TestSystem test = TestSystem.manual()) {
            CallbackExecutor lane = test.system().host().outsideExecutor();
            LocalTopic<Integer> topic = new LocalTopic<>(
                    "any",
                    new TypeSerializers().of(Integer.class),
                    TopicConfig.defaults(),
                    lane,
                    new CallbackWatches(),
                    () -> true,
                    () -> {});
            return new PublishedItem(topic, new TypeSerializers().of(Integer.class), number, key);
        }
    }

    private static final List<PublishedItem> ITEMS = new ArrayList<>();

    static {
        for (int i = 0; i < 200; i++) {
            ITEMS.add(item(i, i % 3));
        }
    }

    @Property
    void shouldTellEveryGapInItsPlace(
            @ForAll boolean dropOldest, @ForAll List<@IntRange(min = 0, max = 9) Integer> steps) {
        SubscriberQueue queue = new FifoQueue(CAPACITY, () -> 0, MemoryBudget.of(Long.MAX_VALUE), dropOldest);
        int offered = 0;
        int expected = 0;
        for (int step : steps) {
            if (step < 6 && offered < ITEMS.size()) {
                queue.offer(ITEMS.get(offered++));
            } else {
                expected = next(queue.poll(), expected);
            }
            assertThat(queue.size()).isBetween(0, CAPACITY);
        }
        while (!queue.isEmpty()) {
            expected = next(queue.poll(), expected);
        }
        assertThat(expected).isEqualTo(offered);
        assertThat(queue.sent() + queue.dropped()).isEqualTo(offered);
        assertThat(queue.poll()).isNull();
    }

    /** Against a list that does the same in the plainest way. */
    @Property
    void shouldLoseTheOldestOrTheNewestItemOfAFullQueue(
            @ForAll boolean dropOldest, @ForAll List<@IntRange(min = 0, max = 9) Integer> steps) {
        SubscriberQueue queue = new FifoQueue(CAPACITY, () -> 0, MemoryBudget.of(Long.MAX_VALUE), dropOldest);
        Deque<Integer> model = new ArrayDeque<>();
        int offered = 0;
        for (int step : steps) {
            if (step >= 6) {
                assertThat(nextItem(queue)).isEqualTo(model.poll());
            } else if (offered < ITEMS.size()) {
                boolean full = model.size() == CAPACITY;
                Offer outcome = queue.offer(ITEMS.get(offered));
                assertThat(outcome).isEqualTo(full && !dropOldest ? Offer.DROPPED : Offer.ACCEPTED);
                if (full && dropOldest) {
                    model.poll();
                }
                if (!full || dropOldest) {
                    model.add(offered);
                }
                offered++;
            }
            assertThat(queue.size()).isEqualTo(model.size());
        }
        while (!queue.isEmpty()) {
            assertThat(nextItem(queue)).isEqualTo(model.poll());
        }
        assertThat(model).isEmpty();
    }

    private static @Nullable Object nextItem(SubscriberQueue queue) {
        Message message = queue.poll();
        while (message instanceof SubscriberQueue.Gap) {
            message = queue.poll();
        }
        return message instanceof PublishedItem item ? item.value() : null;
    }

    private static int next(@Nullable Message message, int expected) {
        if (message instanceof SubscriberQueue.Gap gap) {
            return expected + (int) gap.count();
        }
        if (message instanceof PublishedItem item) {
            assertThat(item.value()).isEqualTo(expected);
            return expected + 1;
        }
        return expected;
    }

    @Property
    void shouldEndWithTheLastOfEachKey(@ForAll List<Boolean> steps) {
        SubscriberQueue queue = new ConflatingQueue(CAPACITY, () -> 0, MemoryBudget.of(Long.MAX_VALUE));
        int[] last = {-1, -1, -1};
        int[] seen = {-1, -1, -1};
        int offered = 0;
        for (boolean put : steps) {
            if (put && offered < ITEMS.size()) {
                last[offered % 3] = offered;
                queue.offer(ITEMS.get(offered++));
            } else {
                see(queue, seen);
            }
        }
        while (!queue.isEmpty()) {
            see(queue, seen);
        }
        assertThat(seen).isEqualTo(last);
        assertThat(queue.sent() + queue.dropped()).isEqualTo(offered);
    }

    private static void see(SubscriberQueue queue, int[] seen) {
        if (queue.poll() instanceof PublishedItem item && item.value() instanceof Integer number) {
            assertThat(number).isGreaterThan(seen[number % 3]);
            seen[number % 3] = number;
        }
    }
}
