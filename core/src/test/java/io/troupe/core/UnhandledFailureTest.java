// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static io.troupe.core.ManualSystem.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.SystemListener;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UnhandledFailureTest {
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final List<String> told = new ArrayList<>();
    private final ManualSystem test = new ManualSystem(builder -> builder.listener(new SystemListener() {
        @Override
        public void onUnhandledFailure(String origin, Throwable cause) {
            told.add(origin + " " + cause.getMessage());
        }
    }));
    private final Scripted a = test.spawn("a");
    private final Scripted b = test.spawn("b");

    @AfterEach
    void close() {
        test.close();
    }

    private static <T> Promise<T> broken() {
        throw new IllegalStateException("broken");
    }

    private void passTime() {
        test.runAll();
        test.advance(GRACE);
    }

    @Test
    void shouldReportAFailingAskThatNobodyLooksAt() {
        a.ask(me -> broken());
        passTime();

        assertThat(test.system.unhandledFailures()).isEqualTo(1);
        assertThat(told)
                .singleElement()
                .asString()
                .startsWith("troupe://test/a Scripted.ask(")
                .endsWith(" broken");
        assertThat(test.failures).as("no failure of the actor").isEmpty();
    }

    @Test
    void shouldReportAFailureForWhichAThreadHasStoppedWaiting() {
        Promise<String> ask = a.ask(me -> new CompletablePromise<>());
        test.runAll();
        assertThatThrownBy(() -> ask.await(Duration.ofNanos(1))).isInstanceOf(CallTimeoutException.class);
        test.system.stop(a);
        passTime();

        assertThat(test.system.unhandledFailures()).isEqualTo(1);
    }

    @Test
    void shouldReportAnIgnoredAskBetweenActors() {
        b.tell(me -> a.ask(other -> broken()));
        passTime();

        assertThat(test.system.unhandledFailures()).isEqualTo(1);
    }

    @Test
    void shouldReportAnAskThatHasNothingButADeadline() {
        a.ask(me -> broken()).timeout(Duration.ofSeconds(30));
        passTime();

        assertThat(test.system.unhandledFailures()).isEqualTo(1);
    }

    @Test
    void shouldReportAnAskThatExpiredIgnored() {
        a.ask(me -> new CompletablePromise<Integer>()).timeout(Duration.ofSeconds(5));
        test.runAll();
        test.advance(Duration.ofSeconds(5));
        passTime();

        assertThat(told).singleElement().asString().contains("deadline=PT5S");
    }

    @Test
    void shouldNotReportPartsThatFailAfterTheirCombination() {
        CompletablePromise<String> late = new CompletablePromise<>();
        Promise<String> first = a.ask(me -> broken());
        Promise<String> second = a.ask(me -> late);
        Promise.all(List.of(first, second)).onError(failure -> {});
        Promise.race(List.of(b.ask(me -> Promise.of("b")), second)).then(value -> {});
        test.runAll();
        late.fail(new IllegalStateException("late"));
        passTime();

        assertThat(second.isSettled()).isTrue();
        assertThat(told).isEmpty();
    }

    @Test
    void shouldReportACombinationThatNobodyLooksAt() {
        Promise.all(List.of(a.ask(me -> broken()), a.ask(me -> broken())));
        passTime();

        assertThat(told).singleElement().asString().contains("all promises must be fulfilled");
    }

    @Test
    void shouldReportAnAskThoughTheActorItselfHasHandledTheFailureOfItsResult() {
        a.ask(me -> {
            Promise<String> result = Promise.failed(new IllegalStateException("inner"));
            assertThat(result.isFailed()).isTrue();
            return result.onError(failure -> {});
        });
        passTime();

        assertThat(told).singleElement().asString().endsWith(" inner");
    }

    @Test
    void shouldReportAnAskToAnActorThatHasStopped() {
        test.system.stop(a);
        test.runAll();
        a.echo("x");
        passTime();

        assertThat(test.system.unhandledFailures()).isEqualTo(1);
    }

    @Test
    void shouldNotAccuseAnAskThatIsLookedAtRightAfterwards() {
        Promise<Integer> asked = a.ask(me -> broken());
        Promise<Integer> continued = a.ask(me -> broken());
        Promise<Integer> awaited = a.ask(me -> broken());
        Promise<Integer> combined = a.ask(me -> broken());
        Promise<Integer> future = a.ask(me -> broken());
        test.runAll(); // all have failed before anybody looks
        assertThat(asked.isFailed()).isTrue();
        continued.onError(failure -> {});
        assertThatThrownBy(() -> awaited.await(LONG)).hasMessageContaining("broken");
        Promise.all(List.of(combined)).onError(failure -> {});
        assertThat(future.toCompletableFuture()).isNotNull();
        passTime();

        assertThat(told).isEmpty();
        assertThat(test.system.unhandledFailures()).isZero();
    }

    @Test
    void shouldNotAccuseAChainOutsideOfActorsThatIsAwaitedRightAfterwards() {
        Promise<Integer> chain = a.echo("x").map(value -> {
            throw new IllegalStateException("mapping");
        });
        test.runAll();
        assertThatThrownBy(() -> chain.await(LONG)).hasMessageContaining("mapping");
        passTime();

        assertThat(told).isEmpty();
    }

    @Test
    void shouldReportAChainOutsideOfActorsThatNobodyLooksAt() {
        a.echo("x").map(value -> {
            throw new IllegalStateException("mapping");
        });
        passTime();

        assertThat(told).containsExactly("callbacks of test mapping");
    }

    @Test
    void shouldReportTheEndOfAChainWhoseAskFails() {
        b.tell(me -> a.ask(other -> broken()).then(value -> {}));
        passTime();

        assertThat(told).containsExactly("troupe://test/b broken");
    }

    @Test
    void shouldNotAccuseAContinuationOfWhatWasCancelled() {
        Promise<Integer> kept = a.ask(me -> new CompletablePromise<>());
        b.tell(me -> {
            Promise<Integer> own = Promise.race(List.of(kept));
            own.then(value -> {});
            own.cancel();
        });
        Promise<Integer> outside = a.ask(me -> new CompletablePromise<>());
        outside.then(value -> {});
        outside.cancel();
        passTime();

        assertThat(told).isEmpty();
        assertThat(test.system.unhandledFailures()).isZero();
    }

    @Test
    void shouldNotAccuseWhatWasCancelledOrHandled() {
        a.ask(me -> broken()).onError(failure -> {});
        a.ask(me -> broken()).onComplete((value, failure) -> {});
        a.ask(me -> broken()).recover(failure -> 1);
        a.ask(me -> new CompletablePromise<Integer>()).cancel();
        a.ask(me -> Promise.of(1));
        passTime();

        assertThat(told).isEmpty();
    }

    @Test
    void shouldReportWhatHasFailedBeforeTheSystemCloses() {
        a.ask(me -> broken());
        test.runAll();
        test.system.close();

        assertThat(told).hasSize(1);
    }

    @Test
    void shouldNotReportWhatFailsBecauseTheSystemCloses() {
        a.ask(me -> new CompletablePromise<Integer>());
        test.runAll();
        test.system.close();

        assertThat(told).isEmpty();
    }

    @Test
    void shouldFollowABoundedNumberOfFailures() {
        test.system.stop(a);
        test.runAll();
        for (int i = 0; i < 70_000; i++) {
            a.echo("x");
        }
        passTime();
        test.advance(GRACE);

        assertThat(test.system.unhandledFailures()).isEqualTo(65_536);
    }
}
