// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static io.troupe.core.ManualSystem.LONG;
import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.ContextCarrier;
import io.troupe.core.actor.SystemListener;
import io.troupe.core.continuation.Observer;
import io.troupe.core.host.TracePoints;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Call;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.Promise;
import io.troupe.core.reference.ReferenceType;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.Offer;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a tracer is told, and what it may keep. */
class TracePointsTest {
    public static class Store extends Actor<Store> {
        private final List<String> seen;

        Store(List<String> seen) {
            this.seen = seen;
        }

        public void save(int key) {
            seen.add("save " + key);
        }

        public Promise<Integer> load(int key) {
            seen.add("load " + key);
            return Promise.of(key);
        }

        public Promise<Integer> fail() {
            throw new IllegalStateException("broken");
        }

        public void wake() {
            context().after("nap", Duration.ofMillis(1), () -> seen.add("awake"));
        }

        public void relay(Store other) {
            other.load(1).then(value -> seen.add("answer " + value));
        }
    }

    private final List<String> told = new ArrayList<>();
    private final List<Runnable> kept = new ArrayList<>();
    private boolean keeps;

    private final class Tracer implements SystemListener, TracePoints, ContextCarrier {
        @Override
        public @Nullable Object capture() {
            return null;
        }

        @Override
        public @Nullable Object install(@Nullable Object carried) {
            return null;
        }

        @Override
        public boolean onSend(Outlet target, Message message, Runnable put) {
            told.add("send " + text(message));
            if (message instanceof AskMessage<?> ask) {
                new Watcher().observe(ask);
            }
            if (keeps) {
                kept.add(put);
            }
            return !keeps;
        }

        @Override
        public void onSend(Outlet target, Message message) {
            told.add("far " + text(message));
        }

        @Override
        public boolean onArrival(Outlet target, Message message, Runnable put) {
            told.add("arrival " + text(message));
            if (keeps) {
                kept.add(put);
            }
            return !keeps;
        }

        @Override
        public void onTurn(Outlet actor, Message message) {
            told.add("turn " + text(message));
        }

        @Override
        public void onTimer(Outlet actor, @Nullable String name) {
            told.add("timer " + name);
        }

        @Override
        public void onLink(String peer, boolean up) {
            told.add("link " + peer);
        }

        private String text(Message message) {
            return message instanceof Call call ? call.method().name() : "continuation";
        }
    }

    private final class Watcher extends Observer<Object> {
        Watcher() {
            super(true);
        }

        @Override
        protected void onValue(@Nullable Object value) {
            told.add("value " + value);
        }

        @Override
        protected void onFailure(Throwable cause) {
            told.add("failure " + cause.getClass().getSimpleName());
        }
    }

    private final Tracer tracer = new Tracer();
    private final ManualSystem test =
            new ManualSystem(builder -> builder.listener(tracer).carrier(tracer));
    private final List<String> seen = new ArrayList<>();
    private final Store a = spawn("a", ActorOptions.defaults());
    private final Store b = spawn("b", ActorOptions.defaults());

    private Store spawn(String name, ActorOptions options) {
        return test.system.spawn(Store.class, () -> new Store(seen), options.name(name));
    }

    @AfterEach
    void close() {
        test.close();
    }

    private void releaseAll() {
        kept.forEach(Runnable::run);
        kept.clear();
    }

    @Test
    void shouldTellSendingTurnAnswerAndContinuationInThisOrder() {
        a.relay(b);
        test.runAll();

        assertThat(told)
                .containsExactly("send relay", "turn relay", "send load", "turn load", "value 1", "turn continuation");
        assertThat(seen).containsExactly("load 1", "answer 1");
    }

    @Test
    void shouldTellTimersByTheirNames() {
        a.wake();
        test.runAll();
        test.advance(Duration.ofMillis(1));

        assertThat(told).containsExactly("send wake", "turn wake", "timer nap");
        assertThat(seen).containsExactly("awake");
    }

    @Test
    void shouldPutWhatWasKeptWhenTheTracerSaysSo() {
        keeps = true;
        a.save(1);
        Promise<Integer> value = a.load(2);
        test.runAll();
        assertThat(seen).isEmpty();

        releaseAll();
        test.runAll();

        assertThat(seen).containsExactly("save 1", "load 2");
        assertThat(value.await(LONG)).isEqualTo(2);
    }

    @Test
    void shouldTellArrivalsOfWhatIsOnlyTried() {
        keeps = true;
        Outlet outlet = Reference.outletOf(a);
        ReferenceType<Store> type = ReferenceType.of(Store.class, null);
        int save = type.methods().stream().map(method -> method.name()).toList().indexOf("save");
        int load = type.methods().stream().map(method -> method.name()).toList().indexOf("load");
        AskMessage<?> ask = (AskMessage<?>) type.newMessage(load, new Object[] {2});

        assertThat(outlet.tryTell((TellMessage) type.newMessage(save, new Object[] {1})))
                .isEqualTo(Offer.ACCEPTED);
        assertThat(outlet.tryAsk(ask)).isEqualTo(Offer.ACCEPTED);
        test.runAll();
        assertThat(seen).isEmpty();

        releaseAll();
        test.runAll();

        assertThat(told).containsExactly("arrival save", "arrival load", "turn save", "turn load");
        assertThat(seen).containsExactly("save 1", "load 2");
        assertThat(ask.isFulfilled()).isTrue();
    }

    @Test
    void shouldRejectAKeptCallThatFindsNoRoomLater() {
        Store narrow = spawn("narrow", ActorOptions.defaults().mailbox(MailboxSpec.bounded(2, Overflow.FAIL)));
        test.runAll();
        keeps = true;
        Promise<Integer> late = narrow.load(9);
        keeps = false;
        narrow.save(1);
        narrow.save(2);

        releaseAll();
        test.runAll();

        assertThat(late.isFailed()).isTrue();
        assertThat(seen).containsExactly("save 1", "save 2");
    }

    @Test
    void shouldGiveACallThatWasKeptADeadline() {
        keeps = true;
        Promise<Integer> value = a.load(2);
        releaseAll();
        test.clock.advance(Duration.ofMinutes(1));
        test.runAll();

        assertThat(told).contains("failure CallTimeoutException");
        assertThat(value.isSettled()).isTrue();
    }

    @Test
    void shouldReportAFailureAsUnhandledAlthoughATracerWatchesIt() {
        Promise<Integer> failed = a.fail();
        test.runAll();
        test.advance(Duration.ofSeconds(2));

        assertThat(told).contains("failure IllegalStateException");
        assertThat(failed.isSettled()).isTrue();
        assertThat(test.system.unhandledFailures()).isEqualTo(1);
    }
}
