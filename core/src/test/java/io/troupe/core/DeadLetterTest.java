// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.DeadLetter.Reason;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.EndReason;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeadLetterTest {
    private final ManualSystem test = new ManualSystem();

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void shouldFailAnAskToAStoppedActorAtOnceWithActorStopped() {
        Scripted a = test.spawn("a");
        test.result(test.system.stop(a));
        Promise<String> ask = a.echo("x");

        assertThat(ask.isFailed()).as("without any further turn").isTrue();
        assertThatThrownBy(() -> test.result(ask))
                .isInstanceOf(ActorStoppedException.class)
                .hasMessageContaining("actor=troupe://test/a")
                .hasMessageContaining("method=Scripted.echo(String)");
        assertThat(test.letters).as("its caller has been told").isEmpty();
    }

    @Test
    void shouldTellOfATellToAStoppedActor() {
        Scripted a = test.spawn("a");
        test.result(test.system.stop(a));
        a.say("lost");

        assertThat(test.letters)
                .containsExactly(new DeadLetter(
                        "troupe://test/a", "Scripted.say(String)", Reason.STOPPED, EndReason.STOPPED, null));
        assertThat(test.system.deadLetters()).isEqualTo(1);
        assertThat(test.system.deadLetters(Reason.STOPPED)).isEqualTo(1);
        assertThat(test.system.deadLetters(Reason.MAILBOX_FULL)).isZero();
    }

    @Test
    void shouldFailQueuedAsksAndCountQueuedTellsWhenAnActorStops() {
        Scripted a = test.spawn("a");
        List<Promise<String>> asks = new ArrayList<>();
        a.tell(me -> me.inside().stop());
        for (int i = 0; i < 10; i++) {
            a.say("lost");
            asks.add(a.echo("lost"));
        }
        test.runAll();

        assertThat(test.system.deadLetters(Reason.STOPPED)).isEqualTo(10);
        assertThat(asks).allMatch(Promise::isFailed);
    }

    @Test
    void shouldCountContinuationsOfAnActorThatHasStopped() {
        CompletablePromise<String> promise = new CompletablePromise<>();
        Scripted a = test.spawn("a");
        List<Promise<String>> children = new ArrayList<>();
        a.tell(me -> children.add(promise.then(value -> {})));
        test.runAll();
        test.result(test.system.stop(a));
        promise.complete("x");

        assertThat(test.system.deadLetters(Reason.CONTINUATION)).isEqualTo(1);
        assertThatThrownBy(() -> test.result(children.get(0))).isInstanceOf(ActorStoppedException.class);
    }

    @Test
    void shouldKeepNoDeadLetters() {
        Scripted a = test.spawn("a");
        test.result(test.system.stop(a));
        for (int i = 0; i < 2_000; i++) {
            a.say("x".repeat(1 << 20)); // 2 GB if they were kept
            test.letters.clear();
        }

        assertThat(test.system.deadLetters()).isEqualTo(2_000);
    }

    @Test
    void shouldTellOfWhatAFullMailboxDrops() {
        Scripted a = test.spawn(ActorOptions.named("a").mailbox(MailboxSpec.bounded(2, Overflow.DROP_NEWEST)));
        Scripted b = test.spawn(ActorOptions.named("b").mailbox(MailboxSpec.bounded(2, Overflow.DROP_OLDEST)));
        test.runAll();
        for (int i = 0; i < 3; i++) {
            a.say("a" + i);
            b.say("b" + i);
        }
        test.runAll();

        assertThat(test.letters)
                .containsExactly(
                        new DeadLetter("troupe://test/a", "Scripted.say(String)", Reason.MAILBOX_FULL),
                        new DeadLetter("troupe://test/b", "Scripted.say(String)", Reason.DISPLACED));
        assertThat(test.log).contains("a a0", "a a1", "b b1", "b b2").doesNotContain("a a2", "b b0");
    }

    @Test
    void shouldCountALateResult() {
        List<CompletablePromise<String>> gates = new ArrayList<>();
        Scripted a = test.spawn("a");
        Promise<String> ask = a.<String>ask(me -> {
                    gates.add(new CompletablePromise<>());
                    return gates.get(0);
                })
                .timeout(Duration.ofSeconds(1));
        test.runAll();
        test.advance(Duration.ofSeconds(1));
        gates.get(0).complete("late");

        assertThat(ask.isFailed()).isTrue();
        assertThat(test.system.lateResults()).isEqualTo(1);
    }

    @Test
    void shouldNotExecuteACallThatWasCancelledOrHasExpiredInTheQueue() {
        Scripted a = test.spawn("a");
        Promise<String> cancelled = a.echo("cancelled");
        Promise<String> expired = a.echo("expired").timeout(Duration.ofSeconds(1));
        cancelled.cancel();
        test.clock.advance(Duration.ofSeconds(1));
        test.runAll();

        assertThat(expired.isFailed()).isTrue();
        assertThat(test.log).containsExactly("a made", "a starts");
        assertThat(test.system.lateResults()).isZero();
    }
}
