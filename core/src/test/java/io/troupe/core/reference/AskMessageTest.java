// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.Deadlines;
import io.troupe.core.continuation.UnhandledFailure;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.timer.ManualClock;
import io.troupe.dispatch.timer.Timeout;
import io.troupe.dispatch.timer.TimerWheel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Deadlines, giving up and answers from elsewhere. */
class AskMessageTest {
    private static final Duration LONG = Duration.ofSeconds(10);
    private final ReferenceType<Worker> type = ReferenceType.of(Worker.class, null);
    private final Worker worker = new Worker();
    private final ManualClock clock = new ManualClock();
    private final StubExecutor executor = new StubExecutor();
    private final NotingOutlet outlet = new NotingOutlet();
    private final AskMessage<String> ask = ask();

    @SuppressWarnings("unchecked")
    private AskMessage<String> ask() {
        return (AskMessage<String>) type.newMessage(0, new Object[0]);
    }

    @Test
    void shouldNotExecuteACallThatHasExpired() throws Throwable {
        ask.target(outlet);
        ask.inherit(executor, 10);
        clock.advance(Duration.ofNanos(10));
        ask.deliver(worker);

        assertThat(worker.calls).isZero();
        assertThatThrownBy(() -> ask.await(LONG))
                .isInstanceOfSatisfying(CallTimeoutException.class, timeout -> {
                    assertThat(timeout.maybeExecuted()).isFalse();
                    assertThat(timeout.target()).isEqualTo("troupe://test/worker");
                    assertThat(timeout.method()).isEqualTo("Worker.work()");
                    assertThat(timeout.limit()).isEqualTo(Duration.ofNanos(10));
                })
                .hasMessageContaining("state=sent")
                .hasMessageNotContaining("running");
        clock.advance(LONG);
        assertThat(outlet.log).as("given up once").containsExactly("abandoned");
    }

    @Test
    void shouldExecuteACallUpToItsDeadline() throws Throwable {
        ask.target(outlet);
        ask.inherit(executor, 10);
        clock.advance(Duration.ofNanos(9));
        ask.deliver(worker);

        assertThat(worker.calls).isEqualTo(1);
        assertThat(ask.await(LONG)).isEqualTo("done");
        clock.advance(LONG);
        assertThat(outlet.log).isEmpty();
    }

    @Test
    void shouldGoByTheLatestWordOfTheOtherProcess() {
        ask.target(outlet);
        ask.inherit(executor, 10);
        assertThat(ask.left()).isEqualTo(10);
        ask.inherit(executor, 30);
        assertThat(ask.left()).isEqualTo(30);
        ask.inherit(executor, 0);
        assertThat(ask.left()).isZero();
        clock.advance(LONG);
        assertThat(ask.isSettled()).isFalse();
        ask.inherit(executor, Long.MAX_VALUE);
        clock.advance(LONG);
        assertThat(ask.isSettled()).isFalse();
        ask.inherit(executor, 5);
        clock.advance(Duration.ofNanos(5));
        assertThat(ask.isFailed()).isTrue();
    }

    @Test
    void shouldTellTheOutletWhatTheCallerChooses() {
        ask.target(outlet);
        ask.limitBy(executor.deadlines(), 100);
        ask.limitBy(executor.deadlines(), 1);
        ask.timeout(Duration.ofNanos(200));
        ask.timeout(Duration.ofNanos(300));
        ask.timeout(Duration.ofNanos(10));

        assertThat(outlet.log).containsExactly("limited 200", "limited 10");
    }

    @Test
    void shouldTellTheOutletThatThereIsNoDeadlineAnyMore() {
        ask.target(outlet);
        ask.limitBy(executor.deadlines(), 100);
        ask.timeout(Duration.ZERO);
        ask.limitBy(executor.deadlines(), 100);

        assertThat(outlet.log).containsExactly("limited 0");
        assertThat(clock.pending()).isZero();
    }

    @Test
    void shouldExpireBeforeItIsSent() {
        ask.inherit(executor, 10);
        assertThat(ask.isLimited()).isTrue();
        clock.advance(LONG);

        assertThatThrownBy(() -> ask.await(LONG))
                .isInstanceOf(CallTimeoutException.class)
                .hasMessageContaining("method=Worker.work(), state=not sent yet");
    }

    @Test
    void shouldTellTheOutletOnceThatTheCallerHasGivenUp() {
        ask.target(outlet);
        ask.inherit(executor, 10);
        ask.cancel();
        ask.cancel();
        clock.advance(LONG);

        assertThat(outlet.log).containsExactly("abandoned");
    }

    @Test
    void shouldNotTellThatTheCallerHasGivenUpWhatIsAnswered() {
        ask.target(outlet);
        ask.answer("x");
        ask.cancel();

        assertThat(outlet.log).isEmpty();
        assertThat(ask.await(LONG)).isEqualTo("x");
    }

    @Test
    void shouldBeAnsweredLikeAnotherPromise() {
        CompletablePromise<String> other = new CompletablePromise<>();
        ask.target(outlet);
        ask.answerLike(other);
        assertThat(ask.isSettled()).isFalse();
        other.complete("x");
        AskMessage<String> second = ask();
        second.target(outlet);
        second.answerLike(Promise.failed(new IllegalStateException("broken")));

        assertThat(ask.await(LONG)).isEqualTo("x");
        assertThatThrownBy(() -> second.await(LONG)).hasMessage("broken");
    }

    @Test
    void shouldHaveNoDeadlineUnlessOneIsSet() {
        assertThat(ask.isLimited()).isFalse();
    }

    static class Worker extends Actor<Worker> {
        private int calls;

        public Promise<String> work() {
            calls++;
            return Promise.of("done");
        }
    }

    private final class NotingOutlet implements Outlet {
        private final List<String> log = new ArrayList<>();

        @Override
        public void tell(TellMessage message) {
            throw new AssertionError();
        }

        @Override
        public <T> Promise<T> ask(AskMessage<T> message) {
            throw new AssertionError();
        }

        @Override
        public String address() {
            return "troupe://test/worker";
        }

        @Override
        public void unhandled(AskMessage<?> message, UnhandledFailure failure) {}

        @Override
        public CallbackExecutor outsideExecutor() {
            return executor;
        }

        @Override
        public void abandoned(AskMessage<?> message) {
            assertThat(message.isFailed()).isTrue();
            log.add("abandoned");
        }

        @Override
        public void limited(AskMessage<?> message) {
            log.add("limited " + message.left());
        }
    }

    /** Of a system of which there is nothing else. */
    private final class StubExecutor extends CallbackExecutor {
        private final TimerWheel timers =
                new TimerWheel(clock, "stub", failure -> assertThat(failure).isNull());
        private final Deadlines deadlines = new Deadlines(timers, clock, "stub");

        @Override
        public void run(Message continuation) {
            throw new AssertionError();
        }

        @Override
        public Timeout schedule(long nanos, Runnable task) {
            throw new AssertionError();
        }

        @Override
        public Deadlines deadlines() {
            return deadlines;
        }

        @Override
        public long nanos() {
            return clock.nanos();
        }

        @Override
        public void failed(Throwable failure) {
            throw new AssertionError(failure);
        }
    }
}
