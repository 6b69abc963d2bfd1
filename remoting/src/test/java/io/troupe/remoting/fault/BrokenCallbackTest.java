// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkState;
import io.troupe.remoting.topic.SlowConsumer;
import io.troupe.remoting.topic.TopicConfig;
import io.troupe.testkit.Await;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Callbacks that somebody has written by hand, and whose methods throw on the loop of a link. */
@Timeout(60)
class BrokenCallbackTest {
    /** So many bytes that it is looked at how many items wait. */
    private static final int LARGE = 100_000;

    private static final String REPORT = "a callback must not throw";

    private final PrintStream console = System.err;
    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    private final ActorSystem here = ActorSystem.start("here");
    private final ActorSystem there = ActorSystem.start("there");
    private final List<LinkState> changes = new CopyOnWriteArrayList<>();
    private Link link;
    private Source source;

    /** Sends what it is told to. */
    public static class Source extends Actor<Source> {
        private final List<Callback<byte[]>> taken = new CopyOnWriteArrayList<>();

        public Promise<Integer> take(Callback<byte[]> callback) {
            taken.add(callback);
            return Promise.of(taken.size());
        }

        public void send(int bytes) {
            taken.forEach(callback -> callback.item(new byte[bytes]));
        }

        public void end(int number) {
            taken.get(number).end();
        }

        public void fail(int number) {
            taken.get(number).fail(new IllegalStateException("on purpose"));
        }

        public Promise<Boolean> isEnded(int number) {
            return Promise.of(taken.get(number).isEnded());
        }
    }

    /** Where it throws. */
    enum Where {
        ITEM,
        ITEM_DEEP,
        WAITING,
        END,
        FAIL,
        ENDED
    }

    /** Throws in one of its methods. */
    private static final class Broken<T> implements Callback<T> {
        final AtomicInteger calls = new AtomicInteger();
        final List<Throwable> failures = new CopyOnWriteArrayList<>();
        private final Where where;
        private final CompletablePromise<Void> ended = new CompletablePromise<>();

        Broken(Where where) {
            this.where = where;
        }

        private void at(Where here) {
            if (here == where) {
                calls.incrementAndGet();
                throw new IllegalStateException("broken: where=" + here);
            }
        }

        /** Deeper than any stack. */
        private int deep(int levels) {
            return levels == 0 ? 0 : deep(levels - 1) + 1;
        }

        @Override
        public void item(T value) {
            at(Where.ITEM);
            if (where == Where.ITEM_DEEP) {
                calls.incrementAndGet();
                calls.addAndGet(deep(Integer.MAX_VALUE));
            }
        }

        @Override
        public void end() {
            at(Where.END);
            ended.complete(null);
        }

        @Override
        public void fail(Throwable cause) {
            failures.add(cause);
            at(Where.FAIL);
            ended.fail(cause);
        }

        @Override
        public boolean isEnded() {
            return ended.isSettled();
        }

        @Override
        public int waiting() {
            at(Where.WAITING);
            return 0;
        }

        @Override
        public Promise<Void> ended() {
            at(Where.ENDED);
            return ended;
        }
    }

    @BeforeEach
    void start() {
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        Remoting server = Remoting.on(there);
        server.expose("source", there.spawn(Source.class, Source::new));
        String address =
                server.listen("tcp://127.0.0.1:0").await(Victim.LIMIT).address().toString();
        link = Remoting.on(here).connect(address).await(Victim.LIMIT);
        link.onChange((state, why) -> changes.add(state));
        source = link.lookup("source", Source.class);
    }

    @AfterEach
    void close() {
        System.setErr(console);
        here.close();
        there.close();
    }

    private List<String> reports() {
        return log.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains(REPORT))
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndTheirOwnStreamAlone(Where where) {
        AtomicInteger received = new AtomicInteger();
        source.take(Callback.of(bytes -> received.incrementAndGet())).await(Victim.LIMIT);
        Broken<byte[]> broken = new Broken<>(where);
        assertThat(source.take(broken).await(Victim.LIMIT)).isEqualTo(2);
        source.send(LARGE);
        source.send(1);
        if (where == Where.FAIL) {
            source.fail(1);
        } else if (where == Where.END) {
            source.end(1);
        }
        Await.until(
                "its sender learns of it", Victim.LIMIT, () -> source.isEnded(1).await(Victim.LIMIT));
        source.send(1);
        Await.until("the neighbour goes on", Victim.LIMIT, () -> received.get() == 3);
        assertThat(broken.calls).hasValue(1);
        assertThat(broken.failures).hasSize(1);
        assertThat(changes).isEmpty();
        assertThat(reports())
                .singleElement()
                .asString()
                .contains("callback=" + Broken.class.getName(), "peer=127.0.0.1:");
        assertThat(log.toString(StandardCharsets.UTF_8))
                .contains(where == Where.ITEM_DEEP ? "StackOverflowError" : "broken: where=" + where);
        Await.until(
                "nothing is left but the neighbour",
                Victim.LIMIT,
                () -> link.stats().streams() == 1);
    }

    @Test
    void shouldLeaveTheLinkToOthersWhenTheOneThatHearsOfGapsIsBroken() {
        Remoting server = Remoting.on(there);
        server.topic("ticks", Integer.class, TopicConfig.defaults());
        Broken<Long> gaps = new Broken<>(Where.END);
        Callback<Integer> items = Callback.of(item -> {});
        link.subscribe("ticks", Integer.class, SlowConsumer.DROP, items, gaps);
        assertThat(source.take(Callback.of(bytes -> {})).await(Victim.LIMIT)).isOne();
        items.end();
        Await.until("it is told of the end", Victim.LIMIT, () -> !reports().isEmpty());
        assertThat(source.isEnded(0).await(Victim.LIMIT)).isFalse();
        assertThat(changes).isEmpty();
        Await.until("the subscription ends", Victim.LIMIT, () -> link.stats().streams() == 1);
    }
}
