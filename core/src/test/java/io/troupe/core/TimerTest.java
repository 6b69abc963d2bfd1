// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.Supervision;
import io.troupe.core.host.ActorControl;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.timer.Timeout;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TimerTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private final ManualSystem test = new ManualSystem();
    private final Scripted a =
            test.spawn(ActorOptions.named("a").supervision(Supervision.restart(10, Duration.ofMinutes(1))));
    private final List<String> ticks = new ArrayList<>();

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void shouldRunATaskInATurnOfTheActorWhenTheManualClockSaysSo() {
        a.tell(me -> me.inside().after(SECOND, () -> tick(me)));
        test.runAll();
        test.advance(SECOND.minusMillis(1));
        assertThat(ticks).isEmpty();
        test.advance(Duration.ofMillis(1));
        test.advance(SECOND.multipliedBy(5));

        assertThat(ticks).containsExactly("1000");
        assertThat(test.clock.pending()).isZero();
    }

    @Test
    void shouldNotRunATaskOutsideOfATurn() {
        a.tell(me -> me.inside().after(SECOND, () -> tick(me)));
        test.runAll();
        test.clock.advance(SECOND);
        assertThat(ticks).as("the timer's thread only puts a signal").isEmpty();
        test.runAll();

        assertThat(ticks).hasSize(1);
    }

    @Test
    void shouldRepeatByTheClockWithoutDrift() {
        a.tell(me -> me.inside().every(SECOND, () -> tick(me)));
        test.runAll();
        for (int i = 0; i < 40; i++) {
            test.advance(Duration.ofMillis(99));
        }

        assertThat(ticks).hasSize(3);
        test.advance(Duration.ofMillis(40));
        assertThat(ticks).hasSize(4).last().isEqualTo("4000");
    }

    @Test
    void shouldLeaveOutRunsThatWouldPileUp() {
        a.tell(me -> me.inside().every(SECOND, () -> tick(me)));
        test.runAll();
        test.clock.advance(Duration.ofMillis(10_500)); // the actor gets no turn meanwhile
        test.runAll();
        assertThat(ticks).containsExactly("10500");
        test.advance(Duration.ofMillis(500));

        assertThat(ticks).containsExactly("10500", "11000");
    }

    @Test
    void shouldCancelATimer() {
        List<Timeout> timers = new ArrayList<>();
        a.tell(me -> {
            timers.add(me.inside().after(SECOND, () -> tick(me)));
            timers.add(me.inside().every(SECOND, () -> tick(me)));
        });
        test.runAll();
        assertThat(timers).allMatch(Timeout::isPending);
        timers.forEach(timer -> assertThat(timer.cancel()).isTrue());
        timers.forEach(timer -> assertThat(timer.cancel()).isFalse());
        test.advance(SECOND.multipliedBy(3));

        assertThat(ticks).isEmpty();
        assertThat(timers).noneMatch(Timeout::isPending);
        assertThat(test.clock.pending()).isZero();
    }

    @Test
    void shouldNotRunATimerThatIsCancelledBetweenItsTimeAndItsTurn() {
        List<Timeout> timers = new ArrayList<>();
        a.tell(me -> timers.add(me.inside().after(SECOND, () -> tick(me))));
        test.runAll();
        test.clock.advance(SECOND);
        assertThat(timers.get(0).cancel()).isTrue();
        test.runAll();

        assertThat(ticks).isEmpty();
    }

    @Test
    void shouldReplaceATimerOfTheSameName() {
        a.tell(me -> {
            me.inside().after("t", SECOND, () -> ticks.add("first"));
            me.inside().after("t", SECOND, () -> ticks.add("second"));
            me.inside().after("u", SECOND, () -> ticks.add("other"));
            me.inside().every("t", SECOND.multipliedBy(2), () -> ticks.add("third"));
        });
        test.runAll();
        test.advance(SECOND.multipliedBy(2));

        assertThat(ticks).containsExactly("other", "third");
    }

    @Test
    void shouldCancelATimerByName() {
        Promise<Boolean> first = a.ask(me -> {
            me.inside().after("t", SECOND, () -> tick(me));
            return Promise.of(me.inside().cancelTimer("t"));
        });
        Promise<Boolean> second = a.ask(me -> Promise.of(me.inside().cancelTimer("t")));

        assertThat(test.result(first)).isTrue();
        assertThat(test.result(second)).isFalse();
        test.advance(SECOND);
        assertThat(ticks).isEmpty();
    }

    @Test
    void shouldEndTimersAtARestart() {
        a.tell(me -> {
            me.inside().every(SECOND, () -> tick(me));
            me.inside().after("t", SECOND, () -> tick(me));
        });
        a.fail("broken");
        test.runAll();
        test.advance(SECOND.multipliedBy(3));

        assertThat(ticks).isEmpty();
        assertThat(test.clock.pending()).isZero();
    }

    @Test
    void shouldEndTimersAtTheEnd() {
        a.tell(me -> me.inside().every(SECOND, () -> tick(me)));
        test.runAll();
        test.result(test.system.stop(a));
        test.advance(SECOND.multipliedBy(3));

        assertThat(ticks).isEmpty();
        assertThat(test.clock.pending()).isZero();
    }

    @Test
    void shouldFailTheActorByAThrowingTaskAndNoOtherTimer() {
        Scripted b = test.spawn(ActorOptions.named("b").supervision(Supervision.resume()));
        b.tell(me -> me.inside().every(SECOND, () -> {
            ticks.add("throws");
            throw new IllegalStateException("timer");
        }));
        a.tell(me -> me.inside().every(SECOND, () -> ticks.add("fine")));
        test.runAll();
        test.advance(SECOND);
        test.advance(SECOND);

        assertThat(ticks).containsExactlyInAnyOrder("throws", "fine", "throws", "fine");
        assertThat(test.failures).containsExactly("b timer RESUME", "b timer RESUME");
        assertThat(ActorControl.of(a).isStopped()).isFalse();
    }

    @Test
    void shouldRefuseTimesOutOfRange() {
        Promise<Boolean> checked = a.ask(me -> {
            assertThatThrownBy(() -> me.inside().after(Duration.ofMillis(-1), () -> {}))
                    .hasMessageContaining("delay=");
            assertThatThrownBy(() -> me.inside().every(Duration.ofNanos(999_999), () -> {}))
                    .hasMessageContaining("interval=");
            assertThatThrownBy(() -> me.inside().after(SECOND, null)).isInstanceOf(NullPointerException.class);
            return Promise.of(true);
        });

        assertThat(test.result(checked)).isTrue();
    }

    @Test
    void shouldAcceptTimesBeyondWhatNanosecondsCanCount() {
        Duration forever = ChronoUnit.FOREVER.getDuration();
        Promise<Boolean> pending = a.ask(
                me -> Promise.of(me.inside().after(forever, () -> tick(me)).isPending()
                        && me.inside().every(forever, () -> tick(me)).isPending()));

        assertThat(test.result(pending)).isTrue();
        test.advance(Duration.ofDays(365));
        assertThat(ticks).isEmpty();
    }

    @Test
    void shouldAcceptADelayOfZero() {
        a.tell(me -> me.inside().after(Duration.ZERO, () -> tick(me)));
        test.runAll();
        test.advance(Duration.ofMillis(1));

        assertThat(ticks).hasSize(1);
    }

    private void tick(Scripted me) {
        assertThat(me.inside().address()).endsWith("/a");
        ticks.add(Long.toString(test.clock.millis()));
    }
}
