// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.DeadLetter.Reason;
import io.troupe.core.actor.Supervision;
import io.troupe.core.actor.Terminated;
import io.troupe.core.actor.Undelivered;
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

/** Waiting for a start, holding messages, and ending when all is done. */
class GentleEndTest {
    private final ManualSystem test = new ManualSystem(builder -> builder.drainTimeout(Duration.ofMillis(1)));
    private final CompletablePromise<String> gate = new CompletablePromise<>();

    @AfterEach
    void close() {
        test.close();
    }

    public static class Loading extends Actor<Loading> {
        private final Promise<String> source;
        private final List<String> log;
        private String state = "empty";

        public Loading(Promise<String> source, List<String> log) {
            this.source = source;
            this.log = log;
        }

        @Override
        protected Promise<?> onStart() {
            log.add("starts");
            context().after("tick", Duration.ofSeconds(1), () -> log.add("tick"));
            return source.then(loaded -> state = loaded);
        }

        public Promise<String> state() {
            return Promise.of(state);
        }
    }

    // ---- onStart and holdUntil -----------------------------------------------------------------------------------

    @Test
    void shouldDeliverNothingBeforeThePromiseOfTheStartHasSettled() {
        Loading a = test.system.spawn(Loading.class, () -> new Loading(gate, test.log));
        Promise<String> state = a.state();
        test.runAll();
        test.advance(Duration.ofSeconds(1));
        assertThat(state.isSettled()).isFalse();
        assertThat(test.log).as("timers go on").containsExactly("starts", "tick");
        gate.complete("loaded");

        assertThat(test.result(state)).isEqualTo("loaded");
    }

    @Test
    void shouldTreatAFailedPromiseOfTheStartAsAFailureOfTheActor() {
        List<Promise<String>> sources =
                new ArrayList<>(List.of(Promise.failed(new IllegalStateException("no data")), gate));
        Loading a = test.system.spawn(
                Loading.class,
                () -> new Loading(sources.remove(0), test.log),
                ActorOptions.named("a").supervision(Supervision.restart(1, Duration.ofMinutes(1))));
        Promise<String> state = a.state();
        test.runAll();
        assertThat(test.failures).containsExactly("a no data RESTART");
        gate.complete("loaded");

        assertThat(test.result(state)).isEqualTo("loaded");
    }

    @Test
    void shouldTellCallersWhyAStartFailedInTheEnd() {
        Loading a = test.system.spawn(
                Loading.class,
                () -> new Loading(Promise.failed(new IllegalStateException("no data")), test.log),
                ActorOptions.named("a").supervision(Supervision.stop()));
        Promise<String> state = a.state();
        test.runAll();

        ActorStoppedException told =
                (ActorStoppedException) state.result().orElseThrow().failure();
        assertThat(told.reason()).isEqualTo(EndReason.FAILED);
        assertThat(told.getCause()).hasMessage("no data");
    }

    @Test
    void shouldHoldMessagesUntilAllPromisesHaveSettled() {
        Scripted a = test.spawn("a");
        CompletablePromise<String> second = new CompletablePromise<>();
        a.tell(me -> {
            me.inside().holdUntil(gate);
            me.inside().holdUntil(second);
        });
        a.say("held");
        test.runAll();
        gate.complete("x");
        test.runAll();
        assertThat(test.log).doesNotContain("a held");
        second.fail(new IllegalStateException("a failure ends the hold, too"));
        test.runAll();

        assertThat(test.log).contains("a held");
    }

    @Test
    void shouldSettleWhatIsHeldWhenTheActorStopsMeanwhile() {
        Scripted a = test.spawn("a");
        a.tell(me -> me.inside().holdUntil(gate));
        Promise<String> held = a.echo("x");
        test.runAll();
        test.result(test.system.stop(a));
        gate.complete("late");
        test.runAll();

        assertThat(held.result().orElseThrow().failure()).isInstanceOf(ActorStoppedException.class);
        assertThat(test.letters).isEmpty();
    }

    // ---- stopWhenIdle --------------------------------------------------------------------------------------------

    @Test
    void shouldDeliverWhatIsQueuedAndRefuseTheRestWhenItIsToStopWhenIdle() {
        Scripted a = test.spawn("a");
        a.say("queued 1");
        Promise<String> queued = a.echo("queued 2");
        Promise<Terminated> end = test.system.stopWhenIdle(a);
        Promise<String> late = a.echo("late");
        a.say("late");

        assertThat(test.result(end).reason()).isEqualTo(EndReason.STOPPED);
        assertThat(test.result(queued)).isEqualTo("queued 2");
        assertThat(test.log).containsExactly("a made", "a starts", "a queued 1", "a queued 2", "a stops");
        ActorStoppedException told =
                (ActorStoppedException) late.result().orElseThrow().failure();
        assertThat(told.maybeExecuted()).isFalse();
        assertThat(test.system.deadLetters(Reason.STOPPED)).isEqualTo(1);
    }

    @Test
    void shouldGiveOwedAnswersAndEndSectionsBeforeItStopsWhenIdle() {
        Scripted a = test.spawn("a");
        CompletablePromise<String> section = new CompletablePromise<>();
        Promise<String> owed = a.ask(me -> gate.map(word -> word + "!"));
        a.tell(me -> me.inside().serial("key", () -> section));
        Promise<Terminated> end = test.system.stopWhenIdle(a);
        test.runAll();
        assertThat(end.isSettled()).isFalse();
        gate.complete("answer");
        test.runAll();
        assertThat(end.isSettled()).isFalse();
        section.complete("done");

        assertThat(test.result(end).reason()).isEqualTo(EndReason.STOPPED);
        assertThat(test.result(owed)).isEqualTo("answer!");
    }

    @Test
    void shouldNoticeAnAnswerThatIsGivenOutsideOfItsTurns() {
        Scripted a = test.spawn("a");
        Promise<String> owed = a.ask(me -> gate);
        test.runAll();
        Promise<Terminated> end = test.system.stopWhenIdle(a);
        test.runAll();
        assertThat(end.isSettled()).isFalse();
        gate.complete("x");

        assertThat(test.result(end).reason()).isEqualTo(EndReason.STOPPED);
        assertThat(test.result(owed)).isEqualTo("x");
    }

    @Test
    void shouldLetChildrenFinishBeforeTheParentStopsWhenIdle() {
        Scripted parent = test.spawn("parent");
        parent.tell(me -> {
            Scripted child = me.child("child");
            child.say("work 1");
            child.say("work 2");
        });
        test.result(test.system.stopWhenIdle(parent));

        assertThat(test.log).containsSubsequence("child work 1", "child work 2", "child stops", "parent stops");
    }

    @Test
    void shouldStopAtOnceWhenItIsToldToWhileItWaitsToBeIdle() {
        Scripted a = test.spawn("a");
        Promise<String> owed = a.ask(me -> gate);
        Promise<Terminated> end = test.system.stopWhenIdle(a);
        test.runAll();
        test.system.stop(a);

        assertThat(test.result(end).reason()).isEqualTo(EndReason.STOPPED);
        assertThat(owed.isFailed()).isTrue();
    }

    // ---- closing -------------------------------------------------------------------------------------------------

    @Test
    void shouldDeliverWhatIsQueuedWhenASystemWithADrainTimeoutCloses() {
        Scripted a = test.spawn("a");
        List<String> phases = new ArrayList<>();
        test.system.onClose(ShutdownPhase.AFTER_ACTORS, "after", () -> note(phases, "after"));
        test.system.onClose(ShutdownPhase.DRAIN, "drain", () -> note(phases, "drain"));
        test.system.onClose(ShutdownPhase.BEFORE_ACTORS, "before", () -> note(phases, "before"));
        a.say("queued");
        test.system.close();

        assertThat(test.log).containsSubsequence("a queued", "a stops");
        assertThat(phases).containsExactly("before", "drain", "after");
        assertThat(test.letters).isEmpty();
    }

    @Test
    void shouldLetActorsCallEachOtherUntilAllAreIdleWhenASystemWithADrainTimeoutCloses() {
        Scripted a = test.spawn("a");
        Scripted b = test.spawn("b");
        a.tell(me -> b.say("told"));
        Promise<String> asked = a.ask(me -> b.echo("asked").flatMap(word -> b.echo(word + " twice")));
        test.system.close();

        assertThat(test.log).containsSubsequence("b told", "b stops");
        assertThat(test.result(asked)).isEqualTo("asked twice");
        assertThat(test.letters).isEmpty();
    }

    @Test
    void shouldEndActorsThatTellEachOtherForEverWhenADrainTimeoutIsSet() {
        Scripted a = test.spawn("a");
        Scripted b = test.spawn("b");
        a.tell(me -> bounce(a, b));
        test.system.close();

        assertThat(test.log).contains("a stops", "b stops");
    }

    private static void bounce(Scripted from, Scripted to) {
        to.tell(me -> bounce(to, from));
    }

    @Test
    void shouldEndActorsThatAreNeverIdleWhenTheDrainTimeoutIsOver() {
        Scripted a = test.spawn("a");
        Promise<String> owed = a.ask(me -> gate);
        test.runAll();
        test.system.close();

        ActorStoppedException told =
                (ActorStoppedException) owed.result().orElseThrow().failure();
        assertThat(told.reason()).isEqualTo(EndReason.SYSTEM_CLOSED);
    }

    private static Promise<Void> note(List<String> phases, String phase) {
        phases.add(phase);
        return Promise.done();
    }

    // ---- handing back --------------------------------------------------------------------------------------------

    @Test
    void shouldHandUndeliveredCallsBackAndKeepTheCallersPromise() {
        Scripted successor = test.spawn("successor");
        List<String> seen = new ArrayList<>();
        Scripted a = test.spawn(ActorOptions.named("a").undelivered(call -> {
            seen.add(call.method() + call.arguments() + call.isAsk());
            call.sendTo(successor);
        }));
        test.runAll();
        test.system.stop(a);
        a.say("tell");
        Promise<String> ask = a.echo("ask");
        test.runAll();
        a.say("late");
        test.runAll();

        assertThat(seen)
                .containsExactly(
                        "Scripted.say(String)[tell]false",
                        "Scripted.echo(String)[ask]true",
                        "Scripted.say(String)[late]false");
        assertThat(test.result(ask)).isEqualTo("ask");
        assertThat(test.log).contains("successor tell", "successor ask", "successor late");
        assertThat(test.letters).isEmpty();
    }

    @Test
    void shouldTellAsUsualWhatTheHandlerDoesNotSendOn() {
        List<Undelivered> seen = new ArrayList<>();
        Scripted a = test.spawn(ActorOptions.named("a").undelivered(call -> {
            seen.add(call);
            if (!call.isAsk()) {
                throw new IllegalStateException("a handler that fails");
            }
        }));
        test.result(test.system.stop(a));
        a.say("tell");
        Promise<String> ask = a.echo("ask");

        assertThat(seen).hasSize(2);
        assertThat(ask.isFailed()).isTrue();
        assertThat(test.letters).hasSize(1);
    }

    @Test
    void shouldTellAsUsualWhenReplacementsThatHaveEndedSendOnToEachOther() {
        List<Scripted> actors = new ArrayList<>();
        List<String> asked = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int next = (i + 1) % 3;
            actors.add(test.spawn(ActorOptions.named("a" + i).undelivered(call -> {
                asked.add(call.end().address());
                call.sendTo(actors.get(next));
            })));
        }
        actors.forEach(actor -> test.result(test.system.stop(actor)));
        Promise<String> ask = actors.get(1).echo("ask");

        assertThat(asked).hasSize(3);
        assertThat(ask.isFailed()).isTrue();
        assertThat(((ActorStoppedException) ask.result().orElseThrow().failure()).maybeExecuted())
                .isFalse();
    }

    @Test
    void shouldTellAsUsualWhatTheSuccessorHasNoRoomFor() {
        Scripted successor = test.spawn(ActorOptions.named("successor").mailbox(MailboxSpec.bounded(2, Overflow.FAIL)));
        Scripted a = test.spawn(ActorOptions.named("a").undelivered(call -> call.sendTo(successor)));
        test.result(test.system.stop(a));
        successor.say("1");
        successor.say("2");
        a.say("tell");

        assertThat(test.letters).singleElement().satisfies(letter -> assertThat(letter.method())
                .isEqualTo("Scripted.say(String)"));
    }
}
