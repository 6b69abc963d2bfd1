// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.ManualDispatcher;
import io.troupe.testkit.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams that are opened by name, items both ways. */
class StreamsContractTest extends RemotingContract {
    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final int MANY = 1000;

    private final String name = "stream" + NAMES.incrementAndGet();

    public static class Slow extends Actor<Slow> {
        private final List<Integer> got = new ArrayList<>();

        public Promise<Callback<Integer>> sink() {
            return Promise.of(Callback.of(got::add));
        }

        public Promise<Integer> count() {
            return Promise.of(got.size());
        }
    }

    /** Sends back the double of each number, and ends when the other side does. */
    private void acceptDoubling() {
        pair.there.remoting.accept(name, Integer.class, Integer.class, out -> {
            Callback<Integer> in = Callback.of(n -> out.item(2 * n));
            in.ended().then(nothing -> out.end());
            return in;
        });
    }

    private static void awaitEnd(Callback<?> callback) {
        await(callback.ended().then(nothing -> {}));
    }

    @Test
    void shouldCarryItemsBothWaysUntilBothSidesHaveEnded() {
        acceptDoubling();
        List<Integer> got = new CopyOnWriteArrayList<>();
        Callback<Integer> in = Callback.of(got::add);
        Callback<Integer> out = pair.link.open(name, Integer.class, Integer.class, in);
        for (int i = 0; i < MANY; i++) {
            out.item(i);
        }
        out.end();
        awaitEnd(in);
        assertThat(got)
                .isEqualTo(IntStream.range(0, MANY).map(n -> 2 * n).boxed().toList());
        assertThat(out.isEnded()).isTrue();
    }

    @Test
    void shouldGoOnReceivingAfterTheOtherDirectionHasEnded() {
        List<Callback<Integer>> opened = new CopyOnWriteArrayList<>();
        List<Callback<Integer>> receiving = new CopyOnWriteArrayList<>();
        pair.there.remoting.accept(name, Integer.class, Integer.class, out -> {
            opened.add(out);
            Callback<Integer> in = Callback.of(n -> {});
            receiving.add(in);
            return in;
        });
        List<Integer> got = new CopyOnWriteArrayList<>();
        Callback<Integer> in = Callback.of(got::add);
        Callback<Integer> out = pair.link.open(name, Integer.class, Integer.class, in);
        out.end();
        Await.until("it was opened", LIMIT, () -> receiving.size() == 1);
        await(receiving.get(0).ended());
        opened.get(0).item(1);
        opened.get(0).item(2);
        opened.get(0).end();
        awaitEnd(in);
        assertThat(got).containsExactly(1, 2);
    }

    /** Nobody reads the answers any more: so there are no questions any more, at either side. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldEndBothDirectionsWhenItsReceiverTakesNoMore(boolean broken) {
        int before = open();
        List<Callback<Integer>> answers = new CopyOnWriteArrayList<>();
        pair.there.remoting.accept(name, Integer.class, Integer.class, out -> {
            answers.add(out);
            return Callback.of(n -> out.item(2 * n));
        });
        List<Callback<Integer>> receiving = new CopyOnWriteArrayList<>();
        Callback<Integer> in = Callback.of(n -> {
            if (broken) {
                throw new IllegalStateException("on purpose");
            }
            receiving.get(0).end();
        });
        receiving.add(in);
        Callback<Integer> out = pair.link.open(name, Integer.class, Integer.class, in);
        out.item(1);
        Await.until("it sends no more", LIMIT, out::isEnded);
        Await.until("nor does the other side", LIMIT, () -> answers.get(0).isEnded());
        Await.until("both sides have forgotten it", LIMIT, () -> open() <= before);
    }

    /** Whatever it throws: the link and its other streams are not to blame. */
    @Test
    void shouldRefuseAStreamWhoseHandlerFails() {
        int before = open();
        pair.there.remoting.accept(name, Integer.class, Integer.class, out -> {
            throw new AssertionError("on purpose");
        });
        Callback<Integer> in = Callback.of(n -> {});
        Callback<Integer> out = pair.link.open(name, Integer.class, Integer.class, in);
        assertThatThrownBy(() -> await(in.ended())).hasMessageContaining("on purpose");
        Await.until("it sends no more", LIMIT, out::isEnded);
        Await.until("both sides have forgotten it", LIMIT, () -> open() <= before);
    }

    @Test
    void shouldCarryManyStreamsAtOnceAndForgetThem() {
        acceptDoubling();
        AtomicInteger sum = new AtomicInteger();
        List<Callback<Integer>> ins = new ArrayList<>();
        List<Callback<Integer>> outs = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            Callback<Integer> in = Callback.of(sum::addAndGet);
            ins.add(in);
            outs.add(pair.link.open(name, Integer.class, Integer.class, in));
        }
        outs.forEach(out -> out.item(1));
        outs.forEach(Callback::end);
        ins.forEach(StreamsContractTest::awaitEnd);
        assertThat(sum.get()).isEqualTo(2 * MANY);
        Await.until("both sides have forgotten them", LIMIT, () -> open() == 0);
        assertThat(pair.link.stats().targets()).hasSizeLessThan(MANY);
    }

    private static int open() {
        return pair.link.stats().streams() + pair.back.stats().streams();
    }

    @Test
    void shouldNotLetAStalledStreamHoldUpOthers() {
        ManualDispatcher manual = ManualDispatcher.inOrder();
        Slow slow = pair.there.system.spawn(
                Slow.class, Slow::new, ActorOptions.defaults().dispatcher(manual));
        Promise<Callback<Integer>> made = slow.sink();
        manual.runAll();
        Callback<Integer> sink = await(made);
        pair.there.remoting.accept(name + "-stalled", Integer.class, Integer.class, out -> sink);
        acceptDoubling();
        Callback<Integer> stalled =
                pair.link.open(name + "-stalled", Integer.class, Integer.class, Callback.of(n -> {}));
        for (int i = 0; i < MANY; i++) {
            stalled.item(i);
        }
        List<Integer> got = new CopyOnWriteArrayList<>();
        Callback<Integer> in = Callback.of(got::add);
        Callback<Integer> out = pair.link.open(name, Integer.class, Integer.class, in);
        out.item(21);
        out.end();
        awaitEnd(in);
        assertThat(got).containsExactly(42);
        stalled.end();
        Await.until("the stalled items have come", LIMIT, () -> {
            Promise<Integer> count = slow.count();
            manual.runAll();
            return await(count) == MANY;
        });
        sink.end();
        pair.there.system.stop(slow);
        manual.runAll();
    }

    @Test
    void shouldRefuseStreamsThatNobodyAccepts() {
        Callback<Integer> in = Callback.of(n -> {});
        Callback<Integer> out = pair.link.open("unknown", Integer.class, Integer.class, in);
        assertThatThrownBy(() -> await(out.ended()))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("name=unknown");
        assertThatThrownBy(() -> await(in.ended())).isInstanceOf(CallRefusedException.class);
    }

    @Test
    void shouldReportAFailureThatEndsAStream() {
        pair.there.remoting.accept(name, Integer.class, Integer.class, out -> {
            out.item(1);
            out.fail(new IllegalStateException("broken pipe"));
            return Callback.of(n -> {});
        });
        List<Integer> got = new CopyOnWriteArrayList<>();
        Callback<Integer> in = Callback.of(got::add);
        Callback<Integer> out = pair.link.open(name, Integer.class, Integer.class, in);
        assertThatThrownBy(() -> awaitEnd(in)).hasMessageContaining("broken pipe");
        assertThat(got).containsExactly(1);
        out.end();
    }

    @Test
    void shouldRefuseASecondHandlerOfAName() {
        acceptDoubling();
        assertThatThrownBy(this::acceptDoubling)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("name=" + name);
    }
}
