// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ManualSystem;
import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.error.ChannelClosedException;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.ManualDispatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lines that are fed from channels. */
@Timeout(60)
class LineFeedTest {
    private final ManualSystem test = new ManualSystem();
    private final List<Integer> seen = new ArrayList<>();

    @AfterEach
    void close() {
        test.close();
    }

    private static List<Integer> upTo(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    @Test
    void shouldPublishAllElementsOfAChannelInOrderUntilItEnds() {
        Channel<Integer> channel = Channels.buffered(200);
        Line<Integer> line = Lines.<Integer>values(4).stage("see", seen::add).start(test.system);
        Promise<Void> fed = line.publishFrom(channel);
        upTo(150).forEach(channel::send);
        channel.close();
        test.result(fed);
        assertThat(line.isOpen()).isTrue();
        test.result(line.end());

        assertThat(seen).isEqualTo(upTo(150));
    }

    @Test
    void shouldFillSlotsFromAChannel() {
        int[] sum = {0};
        Channel<Integer> channel = Channels.buffered(16);
        Line<int[]> line = Lines.of(() -> new int[1], 4)
                .stage("sum", slot -> sum[0] += slot[0])
                .start(test.system);
        Promise<Void> fed = line.publishFrom(channel, (slot, element) -> slot[0] = element);
        upTo(10).forEach(channel::send);
        channel.close();
        test.result(fed);
        test.result(line.end());

        assertThat(sum[0]).isEqualTo(45);
    }

    @Test
    void shouldReceiveNothingMoreWhileTheRingIsFull() {
        ManualDispatcher stopped = Dispatchers.manual();
        Channel<Integer> channel = Channels.buffered(1_000);
        try (ManualSystem other = new ManualSystem(builder -> builder.dispatcher(stopped))) {
            Line<Integer> line =
                    Lines.<Integer>values(4).stage("see", seen::add).start(other.system);
            upTo(500).forEach(channel::send);
            Promise<Void> fed = line.publishFrom(channel);
            for (int turns = 0; turns < 3; turns++) {
                stopped.runNext(); // the feeder's turns come first, as nothing is published before
            }
            assertThat(channel.stats().received()).isPositive().isLessThanOrEqualTo(4 + 2 * 64);
            channel.close();
            other.runAll();
            stopped.runAll();
            assertThat(fed.isFulfilled()).isTrue();
            assertThat(seen).isEqualTo(upTo(500));
        }
    }

    @Test
    void shouldLeaveTheRestInTheChannelWhenTheLineEndsFirst() {
        Channel<Integer> channel = Channels.buffered(100);
        Line<Integer> line =
                Lines.<Integer>values(4).named("fed").stage("see", seen::add).start(test.system);
        Promise<Void> fed = line.publishFrom(channel);
        upTo(3).forEach(channel::send);
        test.runAll();
        line.end();
        test.runAll();
        upTo(5).forEach(channel::send);
        test.runAll();

        assertThatThrownBy(() -> test.result(fed))
                .isInstanceOf(LineEndedException.class)
                .hasMessageContaining("the line has ended before the channel that it is fed from: line=fed");
        assertThat(seen).isEqualTo(upTo(3));
        assertThat(channel.stats().inside()).isEqualTo(5);
        assertThat(channel.tryReceive()).isZero();
    }

    @Test
    void shouldFailLikeTheChannel() {
        Channel<Integer> channel = Channels.buffered(4);
        Line<Integer> line = Lines.<Integer>values(4).stage("see", seen::add).start(test.system);
        Promise<Void> fed = line.publishFrom(channel);
        channel.fail(new IllegalStateException("source gone"));

        assertThatThrownBy(() -> test.result(fed)).hasStackTraceContaining("source gone");
        assertThat(line.isOpen()).isTrue();
    }

    // ---- lines that send to channels -------------------------------------------------------------------------------

    @Test
    void shouldSendToAChannelInOrderAndBeHeldBackByIt() {
        Channel<Integer> channel = Channels.buffered(2);
        Line<int[]> line = Lines.of(() -> new int[1], 4)
                .stage("double", slot -> slot[0] *= 2)
                .into(channel, slot -> slot[0])
                .start(test.system);
        int published = 0;
        while (publish(line, published)) {
            published++;
        }
        assertThat(published).isBetween(4, 8); // in the ring, in the channel, and one that waits for it

        for (int i = 0; i < 100; i++) {
            test.runAll();
            if (i >= published) {
                assertThat(publish(line, i)).isTrue();
                test.runAll();
            }
            assertThat(channel.tryReceive()).isEqualTo(2 * i);
        }
        test.result(line.end());
        assertThat(channel.isClosed()).isFalse();
    }

    private boolean publish(Line<int[]> line, int number) {
        boolean done = line.tryPublish(slot -> slot[0] = number);
        test.runAll();
        return done;
    }

    @Test
    void shouldAbortWhileAChannelTakesNothing() {
        Channel<Integer> channel = Channels.rendezvous();
        Line<Integer> line =
                Lines.<Integer>values(4).into(channel, number -> number).start(test.system);
        line.tryPut(1);
        line.tryPut(2);
        test.runAll();
        assertThat(channel.stats().waitingSenders()).isOne();
        line.abort();
        assertThatThrownBy(() -> test.result(line.end())).isInstanceOf(LineEndedException.class);
        assertThat(channel.stats().returned()).isOne();
    }

    @Test
    void shouldStopIfItsChannelWasClosed() {
        Channel<Integer> channel = Channels.rendezvous();
        Line<Integer> line =
                Lines.<Integer>values(4).into(channel, number -> number).start(test.system);
        channel.close();
        line.tryPut(1);
        assertThatThrownBy(() -> test.result(line.end())).isInstanceOf(ChannelClosedException.class);
    }
}
