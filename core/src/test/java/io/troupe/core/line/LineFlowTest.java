// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ActorSystem;
import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.channel.Flows;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lines between publishers. */
@Timeout(60)
class LineFlowTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final ActorSystem system = ActorSystem.start("lines");
    private final List<Integer> seen = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        system.close();
    }

    private static List<Integer> upTo(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    @Test
    void shouldPublishWhatAPublisherHas() {
        Channel<Integer> channel = Channels.buffered(200);
        Line<Integer> line = Lines.<Integer>values(4).stage("see", seen::add).start(system);
        Promise<Void> fed = line.publishFrom(Flows.publisher(channel));
        upTo(150).forEach(channel::send);
        channel.close();
        fed.await(LIMIT);
        line.end().await(LIMIT);
        assertThat(seen).isEqualTo(upTo(150));
    }

    @Test
    void shouldFillSlotsFromAPublisherAndPassOnItsFailure() {
        int[] sum = {0};
        Channel<Integer> channel = Channels.buffered(16);
        Line<int[]> line = Lines.of(() -> new int[1], 4)
                .stage("sum", slot -> sum[0] += slot[0])
                .start(system);
        Promise<Void> fed = line.publishFrom(Flows.publisher(channel), (slot, element) -> slot[0] = element);
        upTo(10).forEach(channel::send);
        channel.fail(new IllegalStateException("dry"));
        assertThatThrownBy(() -> fed.await(LIMIT)).hasMessageContaining("dry");
        line.end().await(LIMIT);
        assertThat(sum[0]).isEqualTo(45);
    }

    @Test
    void shouldCancelTheSubscriptionWhenTheLineEnds() throws InterruptedException {
        CountDownLatch cancelled = new CountDownLatch(1);
        Line<Integer> line = Lines.<Integer>values(4).stage("see", seen::add).start(system);
        Promise<Void> fed = line.publishFrom(subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long n) {}

            @Override
            public void cancel() {
                cancelled.countDown();
            }
        }));
        line.end().await(LIMIT);
        assertThatThrownBy(() -> fed.await(LIMIT)).isInstanceOf(LineEndedException.class);
        assertThat(cancelled.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void shouldHandleEachElementOnceBetweenPublisherLineAndPublisher() {
        Channel<Integer> in = Channels.buffered(8);
        Channel<Integer> out = Channels.buffered(8);
        Line<Integer> line =
                Lines.<Integer>values(4).into(out, number -> number + 1).start(system);
        Promise<Void> fed = line.publishFrom(Flows.publisher(in));
        Promise<Void> end = Flows.each(Flows.publisher(out), seen::add);
        upTo(300).forEach(in::send);
        in.close();
        fed.await(LIMIT);
        line.end().await(LIMIT);
        out.close();
        end.await(LIMIT);
        assertThat(seen).isEqualTo(IntStream.rangeClosed(1, 300).boxed().toList());
    }
}
