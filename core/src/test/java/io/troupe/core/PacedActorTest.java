// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static io.troupe.core.ManualSystem.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.Supervision;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.error.MailboxFullException;
import io.troupe.core.host.ActorControl;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import io.troupe.dispatch.timer.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Actors that send to full mailboxes: held, never refused, and nothing of theirs is lost. */
@Timeout(120)
class PacedActorTest {
    private static final Duration LIMIT = Duration.ofMillis(300);
    private final ManualSystem test = new ManualSystem();

    @AfterEach
    void close() {
        test.close();
    }

    private static ActorOptions paced(String name, int capacity) {
        return ActorOptions.named(name).mailbox(MailboxSpec.bounded(capacity, Overflow.PACE));
    }

    private static void tellAll(Scripted target, int count) {
        for (int i = 0; i < count; i++) {
            target.say("m" + i);
        }
    }

    private long heard(String name) {
        return test.log.stream()
                .filter(line -> line.startsWith(name + " m") && !line.endsWith("made"))
                .count();
    }

    // ---- what was sent survives its sender -----------------------------------------------------------------------

    @Test
    void shouldDeliverWhatAnActorHadToldBeforeItStopped() {
        Scripted target = test.spawn(paced("target", 8));
        Scripted sender = test.spawn("sender");
        sender.tell(me -> {
            tellAll(target, 1000);
            me.inside().stop();
        });
        test.runAll();

        assertThat(heard("target")).isEqualTo(1000);
        assertThat(test.log).endsWith("target m998", "target m999");
        assertThat(test.letters).isEmpty();
        assertThat(ActorControl.of(sender).isStopped()).isTrue();
    }

    @Test
    void shouldDeliverWhatAnActorHadToldBeforeItFailed() {
        for (Supervision supervision : List.of(Supervision.stop(), Supervision.restart(10, LONG))) {
            Scripted target = test.spawn(paced("target", 8));
            Scripted sender = test.spawn(ActorOptions.named("sender").supervision(supervision));
            sender.tell(me -> {
                tellAll(target, 1000);
                throw new IllegalStateException("after sending");
            });
            test.runAll();

            assertThat(heard("target")).isEqualTo(1000);
            assertThat(test.letters).isEmpty();
            test.result(test.system.stop(target));
            test.result(test.system.stop(sender));
            test.log.clear();
        }
    }

    @Test
    void shouldAnswerWhatAnActorHadAskedForSomebodyElseBeforeItStopped() {
        Scripted target = test.spawn(paced("target", 2));
        Scripted sender = test.spawn("sender");
        List<Promise<String>> answers = new ArrayList<>();
        sender.tell(me -> {
            for (int i = 0; i < 100; i++) {
                answers.add(target.echo("m" + i));
            }
            me.inside().stop();
        });
        test.runAll();

        assertThat(answers).hasSize(100).allMatch(Promise::isFulfilled);
    }

    @Test
    void shouldReportWhatWasSentToATargetThatEndsAsThatOnes() {
        Scripted target = test.spawn(paced("target", 4));
        Scripted other = test.spawn(paced("other", 4));
        Scripted sender = test.spawn("sender");
        AtomicReference<Promise<String>> ask = new AtomicReference<>();
        target.tell(me -> me.inside().stop());
        sender.tell(me -> {
            tellAll(target, 20);
            ask.set(target.echo("late"));
            tellAll(other, 20);
            me.inside().stop();
        });
        test.runAll();

        assertThat(test.letters)
                .hasSize(20)
                .allMatch(letter -> letter.target().equals("troupe://test/target"))
                .allMatch(letter -> letter.reason() == DeadLetter.Reason.STOPPED);
        assertThatThrownBy(() -> test.result(ask.get())).isInstanceOf(ActorStoppedException.class);
        assertThat(heard("other")).isEqualTo(20);
    }

    @Test
    void shouldTellOfAllThatWasAcceptedWhenTheSystemCloses() {
        Scripted target = test.spawn(paced("target", 4));
        Scripted sender = test.spawn("sender");
        test.runAll();
        sender.tell(me -> tellAll(target, 100));
        test.manual.runNext();
        test.system.close();

        assertThat(heard("target") + test.letters.size()).isEqualTo(100);
    }

    @Test
    @Timeout(10)
    void shouldServeTwoSendersOfOneThreadOfWhichOneWaitsInsideOfTheOther() {
        Scripted target = test.spawn(paced("target", 2));
        test.runAll();
        test.manual.executor().execute(() -> target.say("m inside"));
        for (int i = 0; i < 3; i++) {
            target.say("m" + i); // the last one waits, and runs what the helper has to do meanwhile
        }
        test.runAll();

        assertThat(heard("target")).isEqualTo(4);
    }

    // ---- who waits -----------------------------------------------------------------------------------------------

    @Test
    void shouldHoldContinuationsAndTimersOfAPacedActorButNeitherItsAnswersNorItsEnd() {
        Scripted target = test.spawn(paced("target", 2));
        Scripted sender = test.spawn("sender");
        CompletablePromise<String> go = new CompletablePromise<>();
        CompletablePromise<String> answer = new CompletablePromise<>();
        List<Integer> held = new ArrayList<>();
        test.runAll();
        Promise<String> owed = sender.ask(me -> answer);
        sender.tell(me -> {
            for (int i = 0; i < 20; i++) {
                go.then(word -> target.say("m"));
            }
            for (int i = 0; i < 20; i++) {
                me.inside().after(LIMIT, () -> target.say("m"));
            }
            go.then(word -> held.add(ActorControl.of(sender).depth(10)));
        });
        test.runAll();
        target.tell(me -> me.inside().stop()); // queued: has a turn when the test says so
        go.complete("go");
        test.clock.advance(LIMIT);
        for (int i = 0; i < 3; i++) {
            test.manual.runNext();
        }
        answer.complete("x");
        assertThat(owed.isFulfilled())
                .as("a promise settles while its actor is held")
                .isTrue();
        test.runAll();

        assertThat(held).hasSize(1);
        assertThat(heard("target") + test.letters.size()).isEqualTo(40);
    }

    @Test
    void shouldRunContinuationsAndTimersOfAPacedActorOnlyAsItsTargetTakesWhatTheySend() {
        Scripted target = test.spawn(paced("target", 2));
        Scripted sender = test.spawn("sender");
        CompletablePromise<String> go = new CompletablePromise<>();
        List<String> ran = new ArrayList<>();
        test.runAll();
        sender.tell(me -> {
            for (int i = 0; i < 20; i++) {
                go.then(word -> {
                    ran.add("continuation");
                    target.say("m");
                });
                me.inside().after(LIMIT, () -> {
                    ran.add("timer");
                    target.say("m");
                });
            }
        });
        test.runAll();
        go.complete("go");
        test.clock.advance(LIMIT);
        long mostUnderWay = 0;
        while (test.manual.runNext()) {
            mostUnderWay = Math.max(mostUnderWay, ran.size() - heard("target"));
        }

        assertThat(ran).hasSize(40).contains("continuation", "timer");
        assertThat(heard("target")).isEqualTo(40);
        assertThat(mostUnderWay).as("the mailbox, and one in the outbox").isBetween(1L, 3L);
    }

    @Test
    void shouldStopAnActorThatIsHeld() {
        Scripted target = test.spawn(paced("target", 2));
        Scripted sender = test.spawn("sender");
        CompletablePromise<String> never = new CompletablePromise<>();
        test.runAll();
        sender.tell(me -> tellAll(target, 10));
        test.manual.runNext();
        Promise<?> end = test.system.stop(sender);
        while (!end.isSettled() && test.manual.runNext()) {
            assertThat(never.isSettled()).isFalse();
        }
        assertThat(end.isFulfilled()).isTrue();
        test.runAll();

        assertThat(heard("target")).isEqualTo(10);
    }

    // ---- cycles --------------------------------------------------------------------------------------------------

    @Test
    void shouldAnswerAllThatTwoPacedActorsAskEachOtherInOneTurn() {
        Scripted a = test.spawn(paced("a", 8));
        Scripted b = test.spawn(paced("b", 8));
        List<Promise<String>> answers = new ArrayList<>();
        a.tell(me -> askAll(b, 1000, answers));
        b.tell(me -> askAll(a, 1000, answers));
        test.runAll();

        assertThat(answers).hasSize(2000).allMatch(Promise::isFulfilled);
        assertThat(test.failures).isEmpty();
    }

    private static void askAll(Scripted target, int count, List<Promise<String>> answers) {
        for (int i = 0; i < count; i++) {
            answers.add(target.echo("m" + i));
        }
    }

    // ---- threads outside of actors -------------------------------------------------------------------------------

    @Test
    void shouldEndTheWaitOfACallWithItsDeadline() throws InterruptedException {
        ManualClock clock = new ManualClock();
        try (ActorSystem system = ActorSystem.builder()
                .name("paced")
                .clock(clock)
                .askTimeout(LIMIT)
                .start()) {
            CountDownLatch open = new CountDownLatch(1);
            Scripted target = blocked(system, open);
            AtomicReference<Promise<String>> call = new AtomicReference<>();
            Thread caller = new Thread(() -> call.set(target.echo("late")));
            caller.start();
            awaitWaiting(caller);
            clock.advance(LIMIT);
            caller.join();
            assertThatThrownBy(() -> call.get().await(LONG)).isInstanceOf(CallTimeoutException.class);
            open.countDown();
            assertThat(target.echo("next").await(LONG)).isEqualTo("next");
            assertThat(system.lateResults()).isZero();
        }
    }

    @Test
    void shouldEndTheWaitOfATellWhenTheTargetEnds() throws InterruptedException {
        List<DeadLetter> letters = new ArrayList<>();
        ManualSystem listener = test;
        try (ActorSystem system =
                ActorSystem.builder().name("paced").listener(listener).start()) {
            CountDownLatch open = new CountDownLatch(1);
            Scripted target = blocked(system, open);
            Thread caller = new Thread(() -> target.say("late"));
            caller.start();
            awaitWaiting(caller);
            Promise<?> end = system.stop(target);
            open.countDown();
            caller.join();
            end.await(LONG);
        }
        letters.addAll(test.letters);
        assertThat(letters).hasSize(3).allMatch(letter -> letter.reason() == DeadLetter.Reason.STOPPED);
    }

    @Test
    void shouldTellWhyACallWasNotSentWhenItsThreadIsInterrupted() throws InterruptedException {
        try (ActorSystem system = ActorSystem.start("paced")) {
            CountDownLatch open = new CountDownLatch(1);
            Scripted target = blocked(system, open);
            AtomicReference<Throwable> failure = new AtomicReference<>();
            AtomicReference<Boolean> interrupted = new AtomicReference<>();
            Thread caller = new Thread(() -> {
                try {
                    target.say("late");
                } catch (MailboxFullException e) {
                    failure.set(e);
                    interrupted.set(Thread.currentThread().isInterrupted());
                }
            });
            caller.start();
            awaitWaiting(caller);
            caller.interrupt();
            caller.join();
            open.countDown();
            assertThat(failure.get()).hasMessageContaining("interrupted").hasMessageContaining("actor=");
            assertThat(interrupted).hasValue(true);
        }
    }

    /** Its first message waits for the latch, and two more fill its mailbox. */
    private Scripted blocked(ActorSystem system, CountDownLatch open) throws InterruptedException {
        Scripted target = system.spawn(Scripted.class, () -> new Scripted(test.log), paced("target", 2));
        CountDownLatch begun = new CountDownLatch(1);
        target.tell(me -> {
            begun.countDown();
            try {
                open.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        begun.await();
        target.say("1");
        target.say("2");
        return target;
    }

    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldRunTurnsOfAManualSystemWhileTheTestWaitsForRoom() {
        Scripted target = test.spawn(paced("target", 2));
        tellAll(target, 1000);
        test.runAll();

        assertThat(heard("target")).isEqualTo(1000);
    }

    @Test
    void shouldTellTheTestThatNoTurnIsLeftInsteadOfWaitingForEver() {
        Scripted target = test.spawn(
                paced("target", 2).supervision(Supervision.restart(10, LONG).backoff(LIMIT, LIMIT)));
        target.fail("pauses");
        test.runAll();
        tellAll(target, 2);
        Promise<String> ask = target.echo("x");

        assertThatThrownBy(() -> target.say("y"))
                .isInstanceOf(MailboxFullException.class)
                .hasMessageContaining("no turn is left to run");
        assertThatThrownBy(() -> test.result(ask)).isInstanceOf(MailboxFullException.class);
        test.advance(LIMIT);
        assertThat(heard("target")).isEqualTo(2);
    }
}
