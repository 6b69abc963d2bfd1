// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.ActorContext;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.DeadLetter.Reason;
import io.troupe.core.actor.Supervision;
import io.troupe.core.error.EndReason;
import io.troupe.core.promise.Callback;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Callbacks whose receiver is an actor: what happens when it fails, restarts or stops. */
class CallbackActorTest {
    private final ManualSystem test = new ManualSystem();
    private final List<Callback<Object>> open = new ArrayList<>();

    @AfterEach
    void close() {
        test.close();
    }

    private Callback<Object> open(Scripted actor, Consumer<Object> action) {
        actor.tell(me -> open.add(Callback.of(action)));
        test.runAll();
        return open.get(open.size() - 1);
    }

    private Callback<Object> logging(Scripted actor) {
        return open(actor, value -> test.log.add("item " + value));
    }

    private List<String> items() {
        return test.log.stream().filter(line -> line.startsWith("item")).toList();
    }

    @Test
    void shouldRunItemsInTurnsOfTheActorBeforeItsMessages() {
        Scripted a = test.spawn("a");
        Callback<Object> callback =
                open(a, value -> test.log.add("item " + ActorContext.current().address()));
        a.say("message");
        callback.item(1);
        test.runAll();

        assertThat(test.log).endsWith("item troupe://test/a", "a message");
    }

    @Test
    void shouldEndWhenItsActorStopsWithItemsOnTheirWay() {
        Scripted a = test.spawn("a");
        Callback<Object> callback = logging(a);
        test.system.stop(a);
        callback.item(1);
        callback.item(2);
        test.runAll();
        callback.item("after the end");

        assertThat(callback.ended().isFulfilled()).isTrue();
        assertThat(items()).isEmpty();
        DeadLetter lost =
                new DeadLetter("troupe://test/a", "continuation", Reason.CONTINUATION, EndReason.STOPPED, null);
        assertThat(test.letters).containsExactly(lost, lost);
    }

    @Test
    void shouldEndAtTheNextItemAfterItsActorHasStopped() {
        Scripted a = test.spawn("a");
        Callback<Object> callback = logging(a);
        test.result(test.system.stop(a));
        callback.item(1);
        callback.item(2);

        assertThat(callback.ended().isFulfilled()).isTrue();
        assertThat(test.system.deadLetters(Reason.CONTINUATION)).as("once").isEqualTo(1);
        assertThat(test.system.deadLetters()).isEqualTo(1);
    }

    @Test
    void shouldNotRunItemsOfAFormerIncarnation() {
        Scripted a = test.spawn("a");
        Callback<Object> callback = logging(a);
        a.tell(me -> {
            callback.item("on its way");
            throw new IllegalStateException("restart");
        });
        test.runAll();

        assertThat(test.log).contains("a restarts after restart");
        assertThat(items()).isEmpty();
        assertThat(callback.ended().isFulfilled()).isTrue();
        assertThat(test.system.deadLetters(Reason.CONTINUATION)).isEqualTo(1);
        assertThat(test.result(a.echo("goes on"))).isEqualTo("goes on");
    }

    @Test
    void shouldLetSupervisionActOnceOnAConsumerThatFails() {
        Scripted a = test.spawn("a");
        Callback<Object> callback = open(a, value -> {
            test.log.add("item " + value);
            throw new IllegalStateException("consumer");
        });
        for (int i = 0; i < 5; i++) {
            callback.item(i);
        }
        test.runAll();

        assertThat(items()).containsExactly("item 0");
        assertThat(test.failures).containsExactly("a consumer RESTART");
        assertThatThrownBy(() -> callback.ended().await(Duration.ofSeconds(1))).hasMessage("consumer");
        assertThat(test.system.deadLetters(Reason.CONTINUATION)).isEqualTo(4);
    }

    @Test
    void shouldEndThoughTheActorResumesWhenItsConsumerFails() {
        Scripted a = test.spawn(ActorOptions.named("a").supervision(Supervision.resume()));
        Callback<Object> failing = open(a, value -> {
            test.log.add("item " + value);
            throw new IllegalStateException("consumer");
        });
        Callback<Object> other = logging(a);
        failing.item("first");
        failing.item("second");
        other.item("other");
        test.runAll();

        assertThat(items()).containsExactly("item first", "item other");
        assertThat(test.failures).containsExactly("a consumer RESUME");
        assertThat(failing.isEnded()).isTrue();
        assertThat(other.isEnded()).isFalse();
    }

    @Test
    void shouldTellTheActorOfTheEndBehindTheItems() {
        Scripted a = test.spawn("a");
        Callback<Object> callback = logging(a);
        a.tell(me -> callback.ended().then(nothing -> test.log.add("item end")));
        test.runAll();
        Scripted sender = test.spawn("sender");
        sender.tell(me -> {
            callback.item(1);
            callback.item(2);
            callback.end();
            callback.item(3);
        });
        test.runAll();

        assertThat(items()).containsExactly("item 1", "item 2", "item end");
    }

    @Test
    void shouldHandOutReferencesInsteadOfActors() {
        Scripted a = test.spawn("a");
        List<Object> seen = new ArrayList<>();
        Callback<Object> callback = open(a, seen::add);
        Scripted sender = test.spawn("sender");
        sender.tell(callback::item);
        Plain plain = test.system.spawn(Plain.class, () -> new Recorded(callback));
        plain.sendItself();
        test.runAll();

        assertThat(seen.get(0)).isSameAs(sender);
        assertThat(seen.get(1)).isSameAs(plain);
    }

    @Test
    void shouldEndWhenTheSystemCloses() {
        Scripted a = test.spawn("a");
        Callback<Object> callback = logging(a);
        callback.item("on its way");
        test.close();

        callback.item("too late");
        assertThat(callback.isEnded()).isTrue();
    }

    interface Plain {
        void sendItself();
    }

    record Recorded(Callback<Object> callback) implements Plain {
        @Override
        public void sendItself() {
            callback.item(this);
        }
    }
}
