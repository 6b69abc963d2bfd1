// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.Supervision;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.group.Group;
import io.troupe.core.host.ActorControl;
import io.troupe.core.promise.Promise;
import io.troupe.testkit.Counter;
import io.troupe.testkit.Probe;
import io.troupe.testkit.Store;
import io.troupe.testkit.TestSystem;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FaultsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final TestSystem test = TestSystem.manual();
    private final Faults faults = Faults.inject();
    private final Counter counter =
            test.spawn(Counter.class, Counter::new, ActorOptions.defaults().supervision(Supervision.resume()));
    private final Counter flaky = faults.wrap(counter, Counter.class);

    @AfterEach
    void close() {
        test.close();
    }

    private int count() {
        return test.await(counter.get());
    }

    @Test
    void shouldPassCallsWithoutRules() {
        flaky.add(2);
        test.assertThat(flaky.get()).settles().isFulfilledWith(2);
        assertThat(faults.calls()).isEqualTo(2);
        assertThat(faults).hasToString("Faults[calls=2, creations=0, failed=0, delayed=0, dropped=0, unanswered=0]");
    }

    @Test
    void shouldExecuteACallWhoseAnswerIsLost() {
        faults.on("get", 1).loseAnswer();
        flaky.add(2);
        Promise<Integer> lost = flaky.get().timeout(SECOND);
        test.advance(SECOND.minusMillis(1));
        assertThat(lost.isSettled()).as("it was done, and nobody says so").isFalse();
        test.advance(Duration.ofMillis(1));
        test.assertThat(lost).settles().hasFailedWith(CallTimeoutException.class);
        assertThat(((CallTimeoutException) lost.result().orElseThrow().failure()).maybeExecuted())
                .isTrue();
        assertThat(count()).isEqualTo(2);
        assertThat(faults.unanswered()).isEqualTo(1);
        assertThat(test.system().pendingWork()).isEmpty();
    }

    @Test
    void shouldFailTheNthCall() {
        faults.onCall(3).fail(IOException::new);
        test.assertThat(flaky.get()).settles().isFulfilled();
        test.assertThat(flaky.get()).settles().isFulfilled();
        test.assertThat(flaky.get()).settles().hasFailedWith(IOException.class);
        test.assertThat(flaky.get()).settles().isFulfilled();
        assertThat(faults.failed()).isEqualTo(1);
    }

    @Test
    void shouldLetTheTargetsSupervisionDecideAboutAFailedTell() {
        faults.on("add").fail(() -> new IllegalStateException("injected"));
        flaky.add(1);
        test.runAll();
        assertThat(test.failures()).singleElement().satisfies(failure -> {
            assertThat(failure.cause()).hasMessage("injected");
            assertThat(failure.decision()).isEqualTo(Supervision.Decision.RESUME);
        });
        assertThat(count()).isZero();
    }

    @Test
    void shouldFailOneCallOfAMethod() {
        faults.on("add", 2).fail(IllegalStateException::new);
        for (int i = 0; i < 3; i++) {
            flaky.add(1);
            test.assertThat(flaky.get()).settles().isFulfilled();
        }
        assertThat(count()).isEqualTo(2);
    }

    @Test
    void shouldChooseCallsByCondition() {
        faults.when((method, arguments) ->
                        method.name().equals("add") && arguments.get(0).equals(5))
                .drop();
        flaky.add(4);
        flaky.add(5);
        assertThat(count()).isEqualTo(4);
        assertThat(faults.dropped()).isEqualTo(1);
    }

    @Test
    void shouldDelayCallsByTheClock() {
        faults.on("add").delay(SECOND).on("get").delay(SECOND.multipliedBy(2));
        flaky.add(1);
        Promise<Integer> late = flaky.get();
        Promise<Integer> mapped = late.map(value -> value + 1);
        assertThat(count()).isZero();
        test.advance(SECOND);
        assertThat(count()).isEqualTo(1);
        test.assertThat(late).isPending();
        test.advance(SECOND);
        test.assertThat(late).isFulfilledWith(1);
        test.assertThat(mapped).settles().isFulfilledWith(2);
        assertThat(faults.delayed()).isEqualTo(2);
    }

    @Test
    void shouldTellWhereADelayedCallIs() {
        faults.on("get").delay(SECOND);
        Promise<Integer> late = flaky.get().timeout(Duration.ofMillis(500));
        test.advance(SECOND);
        test.assertThat(late)
                .hasFailedWith(CallTimeoutException.class)
                .failure()
                .hasMessageContaining("held back by a fault");
    }

    @Test
    void shouldNeverAnswerDroppedAsks() {
        faults.on("get").drop();
        Promise<Integer> lost = flaky.get().timeout(SECOND);
        test.assertThat(lost).staysPendingFor(Duration.ofMillis(999));
        test.assertThat(lost).settlesWithin(Duration.ofMillis(1)).hasFailedWith(CallTimeoutException.class);
        assertThat(faults.dropped()).isEqualTo(1);
    }

    @Test
    void shouldApplyTheTargetsDeadlineToDroppedAsks() {
        Counter strict =
                test.spawn(Counter.class, Counter::new, ActorOptions.defaults().askTimeout(SECOND));
        Counter lossy = faults.on("get").drop().wrap(strict, Counter.class);
        test.assertThat(lossy.get()).settlesWithin(SECOND).hasFailedWith(CallTimeoutException.class);
    }

    @Test
    void shouldTakeTheFirstRuleThatApplies() {
        faults.on("get").fail(IOException::new).onCall(1).drop();
        test.assertThat(flaky.get()).settles().hasFailedWith(IOException.class);
        assertThat(faults.dropped()).isZero();
    }

    @Test
    void shouldHeal() {
        faults.on("get").fail(IOException::new);
        test.assertThat(flaky.get()).settles().isFailed();
        faults.heal();
        test.assertThat(flaky.get()).settles().isFulfilled();
    }

    @Test
    void shouldStandForTheSameActor() {
        assertThat(flaky).isEqualTo(counter).hasToString(counter.toString());
        ActorControl control = ActorControl.of(flaky);
        assertThat(control.isStopped()).isFalse();
        flaky.add(1);
        assertThat(control.depth(10)).isEqualTo(1);
        control.stop();
        test.assertThat(control.watch()).settles().isFulfilled();
        test.assertThatActor(counter).isStopped();
    }

    @Test
    void shouldWorkOnProbesAndGroups() {
        Probe<Store> probe = test.probe(Store.class);
        Store store = faults.on("save", 1).drop().wrap(probe.ref(), Store.class);
        store.save("a", 1);
        store.save("b", 2);
        probe.expectCall("save", "b", 2);
        Group<Counter> group = Group.spawn(test, Counter.class, 2, Counter::new);
        Counter all = faults.wrap(group.broadcast(), Counter.class);
        all.add(1);
        test.assertThat(group.members().get(0).get()).settles().isFulfilledWith(1);
        test.assertThat(group.members().get(1).get()).settles().isFulfilledWith(1);
        assertThatThrownBy(() -> ActorControl.of(all).stop()).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldFailACreation() {
        Counter restarted =
                test.spawn(Counter.class, faults.failCreation(Counter::new, 1, () -> new IOException("injected")));
        restarted.add(1);
        test.assertThat(restarted.get()).settlesWithin(SECOND).isFulfilledWith(1);
        assertThat(test.failures()).hasSize(1);
        assertThat(faults.creations()).isEqualTo(2);
        assertThat(faults.failed()).isEqualTo(1);
    }

    @Test
    void shouldRefuseWrongNumbers() {
        assertThatThrownBy(() -> faults.onCall(0)).hasMessageContaining("number=0");
        assertThatThrownBy(() -> faults.on("add", 0)).hasMessageContaining("number=0");
        assertThatThrownBy(() -> faults.on("add").delay(SECOND.negated())).hasMessageContaining("by=PT-1S");
        assertThatThrownBy(() -> faults.wrap("text", String.class)).isInstanceOf(IllegalArgumentException.class);
    }
}
