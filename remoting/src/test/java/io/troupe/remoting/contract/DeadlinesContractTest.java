// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.error.CallCancelledException;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.message.Reference;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.ManualDispatcher;
import io.troupe.dispatch.timer.ManualClock;
import io.troupe.remoting.link.Link;
import io.troupe.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Deadlines travel with calls, and what nobody waits for any more is not executed. */
class DeadlinesContractTest extends RemotingContract {
    private static final Duration SOON = Duration.ofMillis(20);

    private final ManualDispatcher manual = ManualDispatcher.inOrder();
    private @Nullable Clerk slow;

    public static class Clerk extends Actor<Clerk> {
        private final List<String> done = new ArrayList<>();
        private final CompletablePromise<String> open = new CompletablePromise<>();

        public Promise<String> work(String what) {
            done.add(what);
            return Promise.of(what);
        }

        public Promise<String> never() {
            done.add("never");
            return open;
        }

        public void finish() {
            open.complete("late");
        }

        public Promise<List<String>> done() {
            return Promise.of(List.copyOf(done));
        }
    }

    /** Works when the test lets it. */
    private Clerk slow() {
        slow = pair.there.system.spawn(
                Clerk.class, Clerk::new, ActorOptions.defaults().dispatcher(manual));
        return slow;
    }

    /** Nobody else would run its last turn, for which its system waits. */
    @AfterEach
    void stop() {
        if (slow != null) {
            pair.there.system.stop(slow);
            manual.runAll();
        }
    }

    private static void awaitQueued(Clerk local, int count) {
        Await.until(
                "the calls have come",
                LIMIT,
                () -> Reference.outletOf(local).cell().depth(100) == count);
    }

    private List<String> done(Clerk local) {
        Promise<List<String>> done = local.done();
        manual.runAll();
        return await(done);
    }

    @Test
    void shouldNotExecuteACallWhoseDeadlineHasPassed() {
        Clerk local = slow();
        String name = pair.expose(local);
        ManualClock clock = new ManualClock();
        try (Node punctual =
                Node.start(ActorSystem.builder().name("punctual").clock(clock), UnaryOperator.identity())) {
            Link link = punctual.connect(pair.address, encoding);
            Clerk clerk = link.lookup(name, Clerk.class);
            Promise<String> late = clerk.work("late").timeout(SOON);
            Promise<String> inTime = clerk.work("in time").timeout(LIMIT);
            awaitQueued(local, 2);
            link.resolve(name, Clerk.class).await(LIMIT); // behind deadlines that came after their calls
            long sent = link.stats().framesOut();
            clock.advance(SOON);
            assertThatThrownBy(() -> late.await(LIMIT))
                    .isInstanceOf(CallTimeoutException.class)
                    .hasMessageContaining("work");
            Await.until("the other side is told", LIMIT, () -> link.stats().framesOut() > sent);
            link.resolve(name, Clerk.class).await(LIMIT); // behind what was sent before
            manual.runAll();
            assertThat(inTime.await(LIMIT)).isEqualTo("in time");
        }
        assertThat(done(local)).containsExactly("in time");
    }

    /** A promise settles before the other side is told that nobody waits; so what was sent is counted, and a call sent behind it. */
    private static void awaitGivenUp(long frames) {
        Await.until("the other side is told", LIMIT, () -> sent() >= frames);
        await(after());
    }

    private static long sent() {
        return pair.link.stats().framesOut();
    }

    /** A call to somebody else, which comes behind what was sent before. */
    private static Promise<List<String>> after() {
        return pair.remote(Clerk.class, pair.there.system.spawn(Clerk.class, Clerk::new))
                .done();
    }

    @Test
    void shouldNotExecuteACallThatGotItsDeadlineWhileItWasQueued() {
        Clerk local = slow();
        Promise<String> call = pair.remote(Clerk.class, local).work("too late");
        awaitQueued(local, 1);
        long sent = sent();
        call.timeout(SOON);
        assertThatThrownBy(() -> await(call)).isInstanceOf(CallTimeoutException.class);
        awaitGivenUp(sent + 2); // the deadline, and that nobody waits
        assertThat(done(local)).isEmpty();
    }

    @Test
    void shouldNotExecuteACallThatWasCancelledWhileItWasQueued() {
        Clerk local = slow();
        Clerk clerk = pair.remote(Clerk.class, local);
        Promise<String> cancelled = clerk.work("cancelled");
        Promise<String> wanted = clerk.work("wanted");
        awaitQueued(local, 2);
        long sent = sent();
        assertThat(cancelled.cancel()).isTrue();
        assertThatThrownBy(() -> await(cancelled)).isInstanceOf(CallCancelledException.class);
        awaitGivenUp(sent + 1);
        assertThat(done(local)).containsExactly("wanted");
        assertThat(await(wanted)).isEqualTo("wanted");
    }

    @Test
    void shouldLimitAsksByTheDefaultOfTheCallersSystem() {
        Clerk local = slow();
        String name = pair.expose(local);
        try (Node impatient =
                Node.start(ActorSystem.builder().name("impatient").askTimeout(SOON), UnaryOperator.identity())) {
            Link link = impatient.connect(pair.address, encoding);
            Promise<String> call = link.lookup(name, Clerk.class).work("too late");
            assertThatThrownBy(() -> await(call)).isInstanceOf(CallTimeoutException.class);
            Await.until(
                    "something behind the call is answered", LIMIT, () -> isAnswered(link.resolve(name, Clerk.class)));
        }
        assertThat(done(local)).isEmpty();
    }

    /** On a busy machine an answer may take longer than the deadline of the impatient system. */
    private static boolean isAnswered(Promise<?> promise) {
        try {
            await(promise);
            return true;
        } catch (CallTimeoutException tooLate) {
            return false;
        }
    }

    @Test
    void shouldCountResultsThatComeTooLate() {
        Clerk local = pair.there.system.spawn(Clerk.class, Clerk::new);
        Clerk clerk = pair.remote(Clerk.class, local);
        long before = pair.there.system.lateResults() + pair.here.system.lateResults();
        Promise<String> call = clerk.never();
        assertThat(await(clerk.done())).containsExactly("never");
        assertThatThrownBy(() -> await(call.timeout(SOON))).isInstanceOf(CallTimeoutException.class);
        clerk.finish();
        Await.until(
                "the late result is counted",
                LIMIT,
                () -> pair.there.system.lateResults() + pair.here.system.lateResults() > before);
    }
}
