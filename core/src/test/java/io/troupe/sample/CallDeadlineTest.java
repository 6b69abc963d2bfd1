// SPDX-License-Identifier: Apache-2.0
package io.troupe.sample;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ManualSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.error.CallTimeout;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Overflow;
import io.troupe.dispatch.mailbox.MailboxSpec;
import java.time.Duration;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Lives outside of the library's packages, because the call site named in the text is the first frame outside. */
class CallDeadlineTest {
    private static final Duration LIMIT = Duration.ofSeconds(3);
    private final ManualSystem test = new ManualSystem(builder -> builder.askTimeout(Duration.ofSeconds(7)));
    private final Slow slow = test.system.spawn(Slow.class, Slow::new, "slow");

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void shouldNameTargetMethodPositionAndCallSite() {
        for (int i = 0; i < 16; i++) {
            slow.work(i);
        }
        Promise<String> call = slow.work(16).timeout(LIMIT);
        test.clock.advance(LIMIT);

        assertTimeout(call)
                .hasMessageContaining("deadline=PT3S")
                .hasMessageContaining("target=troupe://test/slow")
                .hasMessageContaining("method=Slow.work(int)")
                .hasMessageContaining("queued at position 17 of 17")
                .hasMessageContaining("calledFrom=io.troupe.sample.CallDeadlineTest.shouldNameTargetMethod")
                .hasMessageContaining("CallDeadlineTest.java:");
    }

    @Test
    void shouldSayThatACallIsRunningAndForHowLong() {
        Promise<String> call = slow.work(1).timeout(LIMIT);
        test.runAll();
        test.clock.advance(LIMIT);

        assertTimeout(call).hasMessageContaining("state=running for PT3S");
    }

    @Test
    void shouldSayThatACallIsRunningThoughTheDeadlineWasSetLater() {
        test.clock.advance(Duration.ofSeconds(1));
        try (ManualSystem noDefault = new ManualSystem()) {
            Promise<String> call = noDefault.system.spawn(Slow.class, Slow::new).work(1);
            noDefault.runAll();
            call.timeout(LIMIT);
            noDefault.clock.advance(LIMIT);

            assertTimeout(call).hasMessageContaining("state=running").hasMessageNotContaining("null");
        }
    }

    @Test
    void shouldSayHowManyWaitInABoundedMailbox() {
        Slow bounded = test.system.spawn(
                Slow.class, Slow::new, ActorOptions.named("b").mailbox(MailboxSpec.bounded(10, Overflow.FAIL)));
        bounded.work(1);
        Promise<String> call = bounded.work(2).timeout(LIMIT);
        test.clock.advance(LIMIT);

        assertTimeout(call).hasMessageContaining("2 waiting");
    }

    @Test
    void shouldGoByTheSystemsDeadlineIfThereIsNoOther() {
        Promise<String> call = slow.work(1);
        test.clock.advance(Duration.ofSeconds(7));

        assertTimeout(call)
                .hasMessageContaining("deadline=PT7S")
                .hasMessageContaining("calledFrom=io.troupe.sample.CallDeadlineTest");
    }

    @Test
    void shouldGoByTheActorsDeadlineBeforeTheSystems() {
        Slow own = test.system.spawn(
                Slow.class, Slow::new, ActorOptions.named("own").askTimeout(LIMIT));
        Promise<String> call = own.work(1);
        test.clock.advance(LIMIT);

        assertTimeout(call).hasMessageContaining("deadline=PT3S").hasMessageContaining("target=troupe://test/own");
    }

    @Test
    void shouldSayThatTheStateIsAContinuation() {
        CompletablePromise<String> gate = new CompletablePromise<>();
        Promise<String> call = slow.work(1).flatMap(value -> gate).timeout(LIMIT);
        test.clock.advance(LIMIT);

        assertTimeout(call).hasMessageContaining("method=Slow.work(int)");
    }

    @Test
    void shouldNameTheMemberOfAGroup() {
        var group =
                io.troupe.core.group.Group.spawn(test.system, Slow.class, 2, Slow::new, ActorOptions.named("member"));
        Promise<String> call = group.roundRobin().work(1).timeout(LIMIT);
        test.clock.advance(LIMIT);

        assertTimeout(call).hasMessageContaining("target=troupe://test/member-0");
    }

    private AbstractThrowableAssert<?, ? extends Throwable> assertTimeout(Promise<String> call) {
        return assertThatThrownBy(() -> test.result(call)).isInstanceOf(CallTimeout.class);
    }

    static class Slow extends Actor<Slow> {
        public Promise<String> work(int number) {
            return new CompletablePromise<>();
        }
    }
}
