// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.DeadLetter.Reason;
import io.troupe.core.actor.Supervision;
import io.troupe.core.actor.Supervision.Decision;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.EndReason;
import io.troupe.core.host.ActorControl;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SupervisionTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private final ManualSystem test = new ManualSystem();

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void shouldKeepTheObjectWhenItResumes() {
        Scripted a = spawn(Supervision.resume());
        assertThat(test.result(a.count())).isEqualTo(1);
        a.fail("broken");

        assertThat(test.result(a.count())).isEqualTo(2);
        assertThat(test.failures).containsExactly("a broken RESUME");
    }

    @Test
    void shouldKeepTheMailboxAndItsOrderAcrossARestart() {
        Scripted a = spawn(Supervision.restart(10, Duration.ofMinutes(1)));
        a.fail("broken");
        IntStream.range(0, 5).forEach(i -> a.say("m" + i));
        a.fail("again");
        IntStream.range(5, 10).forEach(i -> a.say("m" + i));
        test.runAll();

        assertThat(test.log)
                .filteredOn(line -> line.startsWith("a m") && !line.equals("a made"))
                .containsExactlyElementsOf(
                        IntStream.range(0, 10).mapToObj(i -> "a m" + i).toList());
        assertThat(test.letters).isEmpty();
    }

    @Test
    void shouldFailOnlyTheCallWhenAnAskThrows() {
        Scripted a = spawn(Supervision.stop());
        assertThat(test.result(a.count())).isEqualTo(1);
        Promise<String> ask = a.ask(me -> {
            throw new IllegalStateException("told to the caller");
        });

        assertThatThrownBy(() -> test.result(ask)).hasMessage("told to the caller");
        assertThat(test.result(a.count())).isEqualTo(2);
        assertThat(test.failures).isEmpty();
    }

    @Test
    void shouldStopAfterMoreRestartsThanAllowed() {
        Scripted a = spawn(Supervision.restart(2, MINUTE));
        for (int i = 0; i < 3; i++) {
            assertThat(ActorControl.of(a).isStopped()).isFalse();
            a.fail("f" + i);
            test.runAll();
        }

        assertThat(ActorControl.of(a).isStopped()).isTrue();
        assertThat(test.result(test.system.watch(a)))
                .satisfies(end -> assertThat(end.reason()).isEqualTo(EndReason.FAILED))
                .satisfies(end -> assertThat(end.cause()).hasMessage("f2"));
    }

    @Test
    void shouldForgetRestartsOutsideOfTheWindow() {
        Scripted a = spawn(Supervision.restart(2, MINUTE));
        for (int i = 0; i < 10; i++) {
            a.fail("f" + i);
            test.runAll();
            test.advance(MINUTE.dividedBy(2).plusMillis(1));
        }

        assertThat(ActorControl.of(a).isStopped()).isFalse();
    }

    @Test
    void shouldCountRestartsForEver() {
        Duration forever = ChronoUnit.FOREVER.getDuration();
        Scripted a = spawn(Supervision.restart(1, forever).backoff(Duration.ofNanos(1), forever));
        a.fail("first");
        test.runAll();
        test.advance(Duration.ofDays(365));
        assertThat(ActorControl.of(a).isStopped()).isFalse();
        a.fail("second");
        test.runAll();

        assertThat(ActorControl.of(a).isStopped()).isTrue();
    }

    @Test
    void shouldHoldALimitOfHundredRestarts() {
        Scripted a = spawn(Supervision.restart(100, MINUTE));
        for (int i = 0; i < 101; i++) {
            assertThat(ActorControl.of(a).isStopped())
                    .as("after %d restarts", i)
                    .isFalse();
            a.fail("f" + i);
            test.runAll();
        }

        assertThat(ActorControl.of(a).isStopped()).isTrue();
    }

    @Test
    void shouldPauseLongerBeforeEachRestart() {
        Scripted a = spawn(Supervision.restart(10, MINUTE).backoff(Duration.ofMillis(100), Duration.ofMillis(350)));
        for (long pause : new long[] {100, 200, 350, 350}) {
            a.fail("broken");
            Promise<String> waiting = a.echo("x");
            test.runAll();
            test.advance(Duration.ofMillis(pause - 1));
            assertThat(waiting.isSettled()).as("before %d ms", pause).isFalse();
            test.advance(Duration.ofMillis(1));
            assertThat(waiting.isSettled()).as("after %d ms", pause).isTrue();
        }
    }

    @Test
    void shouldNeverPauseIfTheFirstPauseIsZero() {
        Scripted a = spawn(Supervision.restart(100, MINUTE).backoff(Duration.ZERO, MINUTE));
        for (int i = 0; i < 100; i++) {
            a.fail("f" + i);
            Promise<String> waiting = a.echo("x");
            test.runAll();
            assertThat(waiting.isSettled()).as("after %d restarts", i + 1).isTrue();
        }
    }

    @Test
    void shouldKeepMessagesInOrderDuringAPause() {
        Scripted a = spawn(
                Supervision.restart(10, Duration.ofMinutes(1)).backoff(Duration.ofSeconds(1), Duration.ofSeconds(1)));
        a.fail("broken");
        a.say("m0");
        test.runAll();
        a.say("m1");
        test.runAll();
        a.say("m2");
        test.runAll();
        assertThat(test.log).endsWith("a restarts after broken");
        test.advance(Duration.ofSeconds(1));

        assertThat(test.log).endsWith("a made", "a starts", "a m0", "a m1", "a m2");
    }

    @Test
    void shouldStopDuringAPause() {
        Scripted a = spawn(Supervision.restart(10, Duration.ofMinutes(1)).backoff(MINUTE, MINUTE));
        a.fail("broken");
        Promise<String> ask = a.echo("x");
        test.runAll();
        test.system.stop(a);

        assertThatThrownBy(() -> test.result(ask)).isInstanceOf(ActorStoppedException.class);
        test.advance(MINUTE);
        assertThat(test.log).endsWith("a restarts after broken");
    }

    @Test
    void shouldEscalateToTheParent() {
        Scripted parent = test.spawn("p");
        parent.tell(me -> me.child(ActorOptions.named("c").supervision(Supervision.escalate()))
                .fail("broken"));
        test.runAll();

        assertThat(test.failures).containsExactly("c broken ESCALATE", "p broken RESTART");
        assertThat(test.log).endsWith("c stops", "p restarts after broken", "p made", "p starts");
    }

    @Test
    void shouldEndATopActorThatEscalates() {
        Scripted a = spawn(Supervision.escalate());
        a.fail("broken");
        test.runAll();

        assertThat(ActorControl.of(a).isStopped()).isTrue();
    }

    @Test
    void shouldDecideByTheFailure() {
        Scripted a = spawn(Supervision.restart(10, Duration.ofMinutes(1))
                .decide(failure -> failure.getMessage().equals("harmless") ? Decision.RESUME : Decision.STOP));
        a.fail("harmless");
        a.fail("serious");
        test.runAll();

        assertThat(test.failures).containsExactly("a harmless RESUME", "a serious STOP");
    }

    @Test
    void shouldFailTheActorByAContinuationThatNobodyListensTo() {
        Scripted a = spawn(Supervision.stop());
        a.tell(me -> Promise.of(1).then(value -> {
            throw new IllegalStateException("continuation");
        }));
        test.runAll();

        assertThat(test.failures).containsExactly("a continuation STOP");
    }

    @Test
    void shouldPauseBeforeRestartsByDefaultAndTwiceAsLongEachTime() {
        AtomicInteger made = new AtomicInteger();
        Scripted a = test.system.spawn(Scripted.class, () -> {
            made.incrementAndGet();
            throw new IllegalStateException("cannot start");
        });
        Promise<String> waiting = a.echo("x");
        test.runAll();
        assertThat(made).hasValue(1);
        test.advance(Duration.ofMillis(10));
        assertThat(made).hasValue(2);
        test.advance(Duration.ofMillis(19));
        assertThat(made).hasValue(2);
        test.advance(Duration.ofMillis(1));
        assertThat(made).hasValue(3);
        for (int i = 0; i < 10; i++) {
            test.advance(Duration.ofSeconds(3));
        }

        assertThat(waiting.result().orElseThrow().failure())
                .isInstanceOf(ActorStoppedException.class)
                .hasRootCauseMessage("cannot start");
    }

    @Test
    void shouldNotRunContinuationsOfTheObjectBeforeTheRestart() {
        List<String> ran = new ArrayList<>();
        CompletablePromise<String> pending = new CompletablePromise<>();
        Scripted a = spawn(Supervision.restart(10, Duration.ofMinutes(1)));
        a.tell(me -> pending.then(value -> ran.add("before")));
        a.fail("broken");
        a.tell(me -> pending.then(value -> ran.add("after")));
        test.runAll();
        pending.complete("x");
        test.runAll();

        assertThat(ran).containsExactly("after");
        assertThat(test.letters)
                .extracting(DeadLetter::reason, DeadLetter::end)
                .containsExactly(tuple(Reason.CONTINUATION, EndReason.RESTARTED));
    }

    @Test
    void shouldRefuseSettingsOutOfRange() {
        assertThatThrownBy(() -> Supervision.restart(-1, MINUTE)).hasMessageContaining("maxRestarts=-1");
        assertThatThrownBy(() -> Supervision.restart(1, Duration.ZERO)).hasMessageContaining("window=PT0S");
        assertThatThrownBy(() -> Supervision.restart(10, Duration.ofMinutes(1)).backoff(MINUTE, Duration.ZERO))
                .hasMessageContaining("maxBackoff");
    }

    private Scripted spawn(Supervision supervision) {
        return test.spawn(ActorOptions.named("a").supervision(supervision));
    }
}
