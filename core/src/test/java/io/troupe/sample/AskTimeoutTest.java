// SPDX-License-Identifier: Apache-2.0
package io.troupe.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ActorSystem;
import io.troupe.core.ManualSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatchers;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which deadline an ask has, how it is changed, and what is left of it afterwards. */
class AskTimeoutTest {
    private static final Duration DEFAULT = Duration.ofSeconds(30);
    private static final Duration TICK = Duration.ofNanos(1);
    private static final Duration LONG = Duration.ofSeconds(10);
    private final ManualSystem test = new ManualSystem(builder -> builder.closeTimeout(Duration.ofMillis(100)));
    private final Clerk clerk = test.system.spawn(Clerk.class, Clerk::new);

    @AfterEach
    void close() {
        test.close();
    }

    /** Its answers are open until the test gives them. */
    static class Clerk extends Actor<Clerk> {
        private final List<CompletablePromise<String>> open = new ArrayList<>();

        public Promise<String> open() {
            CompletablePromise<String> answer = new CompletablePromise<>();
            open.add(answer);
            return answer;
        }

        public Promise<byte[]> echo(byte[] data) {
            return Promise.of(data);
        }

        public void later(Duration delay) {
            context().after(delay, () -> {});
        }
    }

    private void assertEndsAt(Promise<?> call, Duration end) {
        test.runAll();
        test.advance(end.minus(TICK));
        assertThat(call.isSettled()).as("before its deadline").isFalse();
        test.advance(TICK);
        assertThatThrownBy(() -> test.result(call)).isInstanceOf(CallTimeoutException.class);
    }

    private void assertHasNoEnd(Promise<?> call) {
        test.runAll();
        test.advance(Duration.ofDays(1));
        assertThat(call.isSettled()).isFalse();
    }

    @Test
    void shouldExpireAfterThirtySecondsUnlessSomebodySaysOtherwise() {
        assertEndsAt(clerk.open(), DEFAULT);
    }

    @Test
    void shouldHaveNoDeadlineInASystemWithZero() {
        try (ManualSystem endless = new ManualSystem(builder -> builder.askTimeout(Duration.ZERO))) {
            Promise<String> call = endless.system.spawn(Clerk.class, Clerk::new).open();
            endless.runAll();
            endless.advance(Duration.ofDays(1));
            assertThat(call.isSettled()).isFalse();
        }
    }

    @Test
    void shouldHaveNoDeadlineAtAnActorWithZero() {
        ActorOptions endless = ActorOptions.defaults().askTimeout(Duration.ZERO);
        assertHasNoEnd(test.system.spawn(Clerk.class, Clerk::new, endless).open());
    }

    @Test
    void shouldLetACallTakeTheDefaultDeadlineAway() {
        assertHasNoEnd(clerk.open().timeout(Duration.ZERO));
    }

    @Test
    void shouldLetACallReplaceTheDefaultByALongerDeadline() {
        assertEndsAt(clerk.open().timeout(DEFAULT.multipliedBy(3)), DEFAULT.multipliedBy(3));
    }

    @Test
    void shouldLetACallReplaceTheDefaultByAShorterDeadline() {
        assertEndsAt(clerk.open().timeout(LONG), LONG);
    }

    @Test
    void shouldReplaceTheDefaultOfACallThatIsNotTheNewest() {
        Promise<String> first = clerk.open();
        Promise<String> second = clerk.open();
        first.timeout(LONG);
        second.timeout(DEFAULT.multipliedBy(2));
        Promise<String> third = clerk.open();
        assertEndsAt(first, LONG);
        assertThat(second.isSettled()).isFalse();
        assertEndsAt(third, DEFAULT.minus(LONG));
        assertEndsAt(second, DEFAULT);
    }

    @Test
    void shouldGoByTheNearestOfSeveralDeadlinesThatWereAskedFor() {
        assertEndsAt(clerk.open().timeout(LONG.multipliedBy(2)).timeout(LONG), LONG);
        assertEndsAt(clerk.open().timeout(LONG).timeout(LONG.multipliedBy(2)), LONG);
        assertEndsAt(clerk.open().timeout(LONG).timeout(Duration.ZERO), LONG);
        assertEndsAt(clerk.open().timeout(Duration.ZERO).timeout(LONG), LONG);
    }

    @Test
    void shouldRefuseANegativeLimit() {
        Promise<String> call = clerk.open();
        assertThatThrownBy(() -> call.timeout(Duration.ofNanos(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("timeout=PT-0.000000001S");
    }

    @Test
    void shouldNotMoveTimeToDeadlinesOfCallsThatWereAnswered() {
        for (int i = 0; i < 1000; i++) {
            test.result(clerk.echo(new byte[0]));
        }
        assertThat(test.clock.pending()).isZero();
        assertThat(test.clock.advanceToNext()).isFalse();
        Promise<String> call = clerk.open();
        test.result(clerk.echo(new byte[0]));
        test.clock.advance(LONG);
        test.result(clerk.echo(new byte[0]));
        assertThat(test.clock.advanceToNext()).isTrue();
        assertThat(call.isFailed()).isTrue();
        assertThat(test.clock.nanos()).isEqualTo(DEFAULT.toNanos());
    }

    @Test
    void shouldKeepNothingOfACallThatIsAnswered() {
        WeakReference<Promise<byte[]>> answered = new WeakReference<>(answered());
        for (int i = 0; i < 200 && answered.get() != null; i++) {
            System.gc();
        }
        assertThat(answered.get()).isNull();
    }

    private Promise<byte[]> answered() {
        Promise<byte[]> call = clerk.echo(new byte[1000]);
        test.result(call);
        test.result(clerk.echo(new byte[0])); // the cell itself keeps its last message
        return call;
    }

    @Test
    void shouldNeedNoTimerPerCall() {
        List<Promise<String>> calls = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            calls.add(clerk.open());
        }
        test.runAll();
        assertThat(test.clock.pending()).isEqualTo(1);
        test.advance(DEFAULT);
        assertThat(calls).allMatch(Promise::isFailed);
        test.advance(LONG); // what looks for failures that nobody has seen
        assertThat(test.clock.pending()).isZero();
    }

    @Test
    void shouldTellTheCallerThatTheSystemHasClosedInsteadOfThrowing() {
        Promise<String> before = clerk.open();
        Promise<String> own = new CompletablePromise<>();
        test.runAll();
        test.close();
        Promise<String> after = clerk.open();

        assertThatThrownBy(() -> before.await(LONG)).isInstanceOf(ActorStoppedException.class);
        assertThatThrownBy(() -> after.await(LONG)).isInstanceOf(ActorStoppedException.class);
        assertThat(after.timeout(LONG).isFailed()).isTrue();
        assertThat(own.timeout(LONG).isSettled()).isFalse();
    }

    @Test
    void shouldFailWhatIsDueToAnActorThatOutlivesTheSystem() {
        ManualSystem other = new ManualSystem();
        Clerk elsewhere = test.system.spawn(
                Clerk.class, Clerk::new, ActorOptions.defaults().dispatcher(other.manual));
        Promise<String> asked = elsewhere.open();
        other.runAll();
        test.close();
        Promise<String> late = elsewhere.open();

        assertThatThrownBy(() -> asked.await(LONG)).isInstanceOf(ActorStoppedException.class);
        assertThatThrownBy(() -> late.await(LONG)).isInstanceOf(ActorStoppedException.class);
        other.close();
    }

    @Test
    void shouldNotThrowBesideClosing() throws Exception {
        for (int round = 0; round < 20; round++) {
            ActorSystem system = ActorSystem.builder()
                    .dispatcher(Dispatchers.workStealing(1))
                    .start();
            Clerk busy = system.spawn(Clerk.class, Clerk::new);
            List<Promise<?>> calls = new ArrayList<>();
            List<Throwable> thrown = new ArrayList<>();
            Thread caller = new Thread(() -> {
                try {
                    while (calls.size() < 100_000
                            && (calls.isEmpty() || !last(calls).isFailed())) {
                        calls.add(busy.open().timeout(LONG));
                        busy.later(DEFAULT);
                    }
                } catch (Throwable e) {
                    thrown.add(e);
                }
            });
            caller.start();
            system.close();
            caller.join();
            assertThat(thrown).isEmpty();
            assertThat(calls).allMatch(Promise::isFailed);
        }
    }

    private static Promise<?> last(List<Promise<?>> calls) {
        return calls.get(calls.size() - 1);
    }
}
