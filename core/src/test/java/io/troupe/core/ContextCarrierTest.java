// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.actor.ContextCarrier;
import io.troupe.core.message.Reference;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.core.reference.ReferenceType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ContextCarrierTest {
    private final ThreadLocal<String> current = new ThreadLocal<>();
    private final List<String> seen = new ArrayList<>();
    private final ManualSystem test = new ManualSystem(builder -> builder.carrier(new Carrier()));
    private final Scripted a = test.spawn("a");
    private final Scripted b = test.spawn("b");

    private final class Carrier implements ContextCarrier {
        @Override
        public Object capture() {
            return current.get();
        }

        @Override
        public Object install(Object carried) {
            Object before = current.get();
            current.set((String) carried);
            return before;
        }
    }

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void shouldTravelWithTellsAndAsksAndTheirFurtherMessages() {
        with(
                "request-1",
                () -> a.tell(me -> {
                    note("a");
                    b.tell(other -> note("b"));
                }));
        with(
                "request-2",
                () -> a.ask(me -> {
                    note("ask");
                    return Promise.of(1);
                }));
        test.runAll();

        assertThat(seen).containsExactlyInAnyOrder("a request-1", "ask request-2", "b request-1");
        assertThat(current.get()).as("nothing is left behind on the thread").isNull();
    }

    @Test
    void shouldTravelWithContinuations() {
        CompletablePromise<String> gate = new CompletablePromise<>();
        with("request-1", () -> a.tell(me -> gate.then(value -> note("pending")).then(value -> note("chained"))));
        with("request-2", () -> gate.then(value -> note("outside")));
        test.runAll();
        with("other", () -> gate.complete("x"));
        test.runAll();

        assertThat(seen).contains("pending request-1", "chained request-1");
    }

    @Test
    void shouldTravelWithContinuationsOfThreadsOutsideOfActors() {
        with("request-1", () -> a.echo("x").then(value -> note("outside")));
        test.runAll();

        assertThat(seen).containsExactly("outside request-1");
    }

    @Test
    void shouldTravelWithTriedMessagesButNotReplaceWhatTheyHave() {
        ReferenceType<Scripted> type = ReferenceType.of(Scripted.class, null);
        int tell = IntStream.range(0, type.methods().size())
                .filter(i -> type.methods().get(i).name().equals("tell"))
                .findFirst()
                .orElseThrow();
        Consumer<Scripted> note = me -> note("tried");
        TellMessage fresh = (TellMessage) type.newMessage(tell, new Object[] {note});
        TellMessage fromElsewhere = (TellMessage) type.newMessage(tell, new Object[] {note});
        fromElsewhere.context("elsewhere");
        with("request-1", () -> {
            Reference.outletOf(a).tryTell(fresh);
            Reference.outletOf(a).tryTell(fromElsewhere);
        });
        test.runAll();

        assertThat(seen).containsExactly("tried request-1", "tried elsewhere");
    }

    @Test
    void shouldTravelWithTheItemsOfCallbacks() {
        List<Callback<String>> callbacks = new ArrayList<>();
        with("request-1", () -> a.tell(me -> callbacks.add(Callback.of(this::note))));
        test.runAll();
        with("other", () -> callbacks.get(0).item("first"));
        callbacks.get(0).item("second");
        test.runAll();

        assertThat(seen).containsExactly("first request-1", "second request-1");
    }

    @Test
    void shouldTravelWithTimersAndTasks() {
        with(
                "request-1",
                () -> a.tell(me -> {
                    me.inside().after(Duration.ofSeconds(1), () -> note("timer"));
                    me.inside().executor().execute(() -> note("task"));
                }));
        test.runAll();
        test.advance(Duration.ofSeconds(1));

        assertThat(seen).containsExactly("task request-1", "timer request-1");
    }

    @Test
    void shouldTravelWithStashedMessages() {
        List<Boolean> open = new ArrayList<>();
        with(
                "request-1",
                () -> a.tell(me -> {
                    if (open.isEmpty()) {
                        me.inside().stash();
                    } else {
                        note("unstashed");
                    }
                }));
        a.tell(me -> {
            open.add(true);
            me.inside().unstashAll();
        });
        test.runAll();

        assertThat(seen).containsExactly("unstashed request-1");
    }

    @Test
    void shouldNotLeakFromOneMessageToTheNext() {
        a.tell(me -> current.set("set inside"));
        b.tell(me -> note("b"));
        a.tell(me -> note("a"));
        test.runAll();

        assertThat(seen).containsExactlyInAnyOrder("b null", "a null");
    }

    @Test
    void shouldBeUndoneWhenAMessageThrows() {
        with("request-1", () -> a.fail("broken"));
        b.tell(me -> note("b"));
        test.runAll();

        assertThat(seen).containsExactly("b null");
    }

    @Test
    void shouldTravelWithBlockingWork() {
        with(
                "request-1",
                () -> a.tell(me -> me.inside()
                        .blocking(() -> {
                            note("blocking");
                            current.set("left behind");
                            return 1;
                        })
                        .then(value -> note("result"))));
        test.runAll();

        assertThat(seen).containsExactly("blocking request-1", "result request-1");
        assertThat(current.get()).as("nothing is left behind on the thread").isNull();
    }

    @Test
    void shouldTravelWithSerialSections() {
        CompletablePromise<Integer> first = new CompletablePromise<>();
        with("request-1", () -> a.tell(me -> me.inside().serial("key", () -> first)));
        with(
                "request-2",
                () -> a.tell(me -> me.inside().serial("key", () -> {
                    note("section");
                    return Promise.of(2);
                })));
        test.runAll();
        with("other", () -> first.complete(1));
        test.runAll();

        assertThat(seen).containsExactly("section request-2");
    }

    @Test
    void shouldTravelIntoTheDependentsOfAFuture() {
        CompletablePromise<String> gate = new CompletablePromise<>();
        with(
                "request-1",
                () -> a.tell(me -> {
                    CompletableFuture<?> unused = gate.toCompletableFuture().thenAccept(value -> note("future"));
                }));
        test.runAll();
        gate.complete("x");
        test.runAll();

        assertThat(seen).containsExactly("future request-1");
    }

    @Test
    void shouldTravelIntoTheStartOfAnActor() {
        with(
                "request-1",
                () -> test.system.spawn(Scripted.class, () -> new Scripted(test.log) {
                    @Override
                    protected Promise<?> onStart() {
                        note("started");
                        return Promise.done();
                    }
                }));
        test.runAll();

        assertThat(seen).containsExactly("started request-1");
    }

    private void with(String context, Runnable code) {
        current.set(context);
        code.run();
        current.remove();
    }

    private void note(String what) {
        seen.add(what + " " + current.get());
    }
}
