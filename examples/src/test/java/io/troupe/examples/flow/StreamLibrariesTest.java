// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.channel.Flows;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.flow.FlowKt;
import kotlinx.coroutines.jdk9.ReactiveFlowKt;
import org.junit.jupiter.api.Test;
import org.reactivestreams.FlowAdapters;
import reactor.adapter.JdkFlowAdapter;
import reactor.core.publisher.Flux;

/** Libraries of streams and actors, joined by {@link Flows} and the adapters that the libraries have. */
class StreamLibrariesTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int MANY = 5_000;
    private static final long SUM = MANY * (MANY - 1L) / 2;
    private static final int AHEAD = 16;

    /** Adds up in its own turns. */
    public static class Adder extends Actor<Adder> {
        private long sum;

        public Promise<Long> addAll(Flow.Publisher<Integer> numbers) {
            return Flows.each(numbers, number -> sum += number).map(done -> sum);
        }
    }

    private static long added(Flow.Publisher<Integer> numbers) {
        try (ActorSystem system = ActorSystem.start("streams")) {
            return system.spawn(Adder.class, Adder::new).addAll(numbers).await(LIMIT);
        }
    }

    /** Numbers in a channel that fills up while nobody asks for them. */
    private static Flow.Publisher<Integer> numbers() {
        Channel<Integer> channel = Channels.buffered(AHEAD);
        Flows.into(JdkFlowAdapter.publisherToFlowPublisher(Flux.range(0, MANY)), channel, AHEAD);
        return Flows.publisher(channel);
    }

    private static List<Integer> expected() {
        return IntStream.range(0, MANY).boxed().toList();
    }

    @Test
    void shouldTakeWhatReactorPublishes() {
        Flux<Integer> flux = Flux.range(0, MANY).map(number -> number);
        assertThat(added(JdkFlowAdapter.publisherToFlowPublisher(flux))).isEqualTo(SUM);
    }

    @Test
    void shouldTakeWhatMutinyPublishes() {
        assertThat(added(Multi.createFrom().range(0, MANY))).isEqualTo(SUM);
    }

    @Test
    void shouldTakeWhatRxJavaPublishes() {
        assertThat(added(FlowAdapters.toFlowPublisher(Flowable.range(0, MANY)))).isEqualTo(SUM);
    }

    @Test
    void shouldPublishToReactor() {
        assertThat(JdkFlowAdapter.flowPublisherToFlux(numbers())
                        .limitRate(AHEAD)
                        .collectList()
                        .block(LIMIT))
                .isEqualTo(expected());
    }

    @Test
    void shouldPublishToMutiny() {
        assertThat(Multi.createFrom()
                        .publisher(numbers())
                        .collect()
                        .asList()
                        .await()
                        .atMost(LIMIT))
                .isEqualTo(expected());
    }

    @Test
    void shouldPublishToRxJava() {
        assertThat(Flowable.fromPublisher(FlowAdapters.toPublisher(numbers()))
                        .rebatchRequests(AHEAD)
                        .toList()
                        .timeout(LIMIT.toSeconds(), TimeUnit.SECONDS)
                        .blockingGet())
                .isEqualTo(expected());
    }

    @Test
    void shouldTakeWhatKotlinPublishes() {
        assertThat(added(ReactiveFlowKt.asPublisher(FlowKt.asFlow(expected())))).isEqualTo(SUM);
    }

    @Test
    void shouldPublishToKotlin() throws InterruptedException {
        kotlinx.coroutines.flow.Flow<Integer> flow = ReactiveFlowKt.asFlow(numbers());
        List<? extends Integer> got = BuildersKt.<List<? extends Integer>>runBlocking(
                EmptyCoroutineContext.INSTANCE,
                (scope, continuation) -> FlowKt.toList(flow, new ArrayList<Integer>(), continuation));
        assertThat(new ArrayList<Integer>(got)).isEqualTo(expected());
    }
}
