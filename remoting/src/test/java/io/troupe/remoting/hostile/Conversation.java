// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Terminated;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.net.transport.Transport;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.contract.TraceContextCarrier;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.topic.SlowConsumer;
import io.troupe.testkit.Await;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;

/** What a polite dialler says: everything that there is to say, and goodbye. */
final class Conversation {
    private static final int LARGE = 80_000; // in two pieces
    private static final TraceContextCarrier.TraceContext TRACE =
            new TraceContextCarrier.TraceContext("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "vendor=1");

    private Conversation() {}

    /** Has it with the stage, and returns what was said. */
    static Recording record(Stage stage, Transport transport, Encoding encoding) throws Exception {
        try (Recorder recorder = new Recorder(transport, stage.address)) {
            try (ActorSystem system =
                    ActorSystem.builder().name("polite").carrier(Stage.TRACE).start()) {
                Link link = Stage.link(system, recorder.address(), encoding);
                talk(stage, system, link);
                link.close();
            }
            return recorder.recording(encoding);
        }
    }

    /**
     * Begins what a dialler may begin, and returns the promises that must settle, whatever becomes of the link.
     *
     * @param own actor of the dialler, to be handed over
     */
    static Map<String, Promise<?>> begin(ActorSystem system, Service own, Link link) {
        Service desk = link.lookup(Stage.DESK, Service.class);
        CompletablePromise<Integer> later = new CompletablePromise<>();
        desk.add(3);
        desk.subscribe(Callback.of(number -> {})); // a tell: nobody ends the callback if that is lost
        Promise<Terminated> end = system.watch(desk);
        Callback<Integer> opened = Callback.of(number -> {});
        link.open(Stage.STREAM, Integer.class, Integer.class, opened).item(21);
        Map<String, Promise<?>> begun = new LinkedHashMap<>();
        begun.put("sum", desk.sum());
        begun.put("echo", desk.echo("a text"));
        begun.put("outcomeOf", desk.outcomeOf(later));
        begun.put("sumOf", desk.sumOf(own));
        begun.put("self2", desk.self2());
        begun.put("never", desk.never(new byte[100]));
        begun.put("stream", opened.ended());
        begun.put("watch", end);
        later.complete(42);
        return begun;
    }

    private static void talk(Stage stage, ActorSystem system, Link link) {
        calls(link.lookup(Stage.DESK, Service.class), system);
        Stage.TRACE.current(TRACE); // from here on there are headers
        try {
            callbacks(link);
            streams(stage, link);
            assertThat(link.lookup(Stage.DESK, Service.class).trace().await(Stage.LIMIT))
                    .isEqualTo(TRACE.parent());
        } finally {
            Stage.TRACE.current(null);
        }
        Vault vault = link.lookup(Stage.VAULT, Vault.class);
        assertThat(vault.balance().await(Stage.LIMIT)).isEqualTo(100);
        Promise<Terminated> end = system.watch(vault);
        Service desk = link.lookup(Stage.DESK, Service.class);
        byte[] large = new byte[LARGE];
        assertThat(desk.data(large).await(Stage.LIMIT)).hasSize(LARGE);
        desk.never(new byte[10]).cancel();
        Promise<Integer> pending = desk.never(new byte[20]).timeout(Stage.LIMIT);
        assertThat(desk.echo("last").await(Stage.LIMIT)).isEqualTo("last");
        assertThat(end.isSettled()).isFalse();
        assertThat(pending.isSettled()).isFalse();
        end.onError(cause -> {});
        pending.onError(cause -> {});
    }

    private static void calls(Service desk, ActorSystem system) {
        desk.add(5);
        assertThat(desk.echo("hello").await(Stage.LIMIT)).isEqualTo("hello");
        Service.Note note = new Service.Note("n", List.of(), Map.of("k", new Service.Key(1, 2)));
        desk.keep(new Service.Note("outer", List.of(note, note), Map.of())).await(Stage.LIMIT);
        assertThat(desk.keys(Set.of(Service.Key.colliding(1), Service.Key.colliding(2)))
                        .await(Stage.LIMIT))
                .isEqualTo(2);
        desk.named(Map.of(Service.Key.colliding(3), "three")).await(Stage.LIMIT);
        desk.give(500).await(Stage.LIMIT);
        Service own = system.spawn(Service.class, Service::new);
        assertThat(desk.sumOf(own).await(Stage.LIMIT)).isZero();
        Service itself = desk.self2().await(Stage.LIMIT);
        itself.echo("by reference").await(Stage.LIMIT);
        CompletablePromise<Integer> later = new CompletablePromise<>();
        Promise<Integer> outcome = desk.outcomeOf(later);
        later.complete(7);
        assertThat(outcome.await(Stage.LIMIT)).isEqualTo(7);
    }

    private static void callbacks(Link link) {
        Service desk = link.lookup(Stage.DESK, Service.class);
        AtomicInteger got = new AtomicInteger();
        Callback<Integer> numbers = Callback.of(number -> got.incrementAndGet());
        desk.subscribe(numbers);
        desk.publish(0, 10);
        Await.until("the items have come", Stage.LIMIT, () -> got.get() == 10);
        desk.endAll();
        numbers.ended().await(Stage.LIMIT);
    }

    private static void streams(Stage stage, Link link) {
        Callback<Integer> doubled = Callback.of(number -> {});
        Callback<Integer> out = link.open(Stage.STREAM, Integer.class, Integer.class, doubled);
        out.item(1);
        out.item(2);
        out.end();
        doubled.ended().await(Stage.LIMIT);
        AtomicInteger ticks = new AtomicInteger();
        Callback<Integer> subscribed = Callback.of(number -> ticks.incrementAndGet());
        link.subscribe(Stage.TOPIC, Integer.class, SlowConsumer.DROP, subscribed);
        AtomicInteger numbers = new AtomicInteger();
        link.publisher(Stage.FLOW, Integer.class).subscribe(new Flow.Subscriber<>() {
            private Flow.Subscription subscription;

            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                this.subscription = subscription;
                subscription.request(3);
            }

            @Override
            public void onNext(Integer item) {
                if (numbers.incrementAndGet() == 3) {
                    subscription.cancel();
                }
            }

            @Override
            public void onError(Throwable cause) {}

            @Override
            public void onComplete() {}
        });
        Await.until("items of both have come", Stage.LIMIT, () -> {
            stage.publish(1);
            return ticks.get() > 0 && numbers.get() >= 3;
        });
        subscribed.end();
    }
}
