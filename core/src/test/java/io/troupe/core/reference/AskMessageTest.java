// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.error.CallTimeout;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Deadline;
import io.troupe.core.promise.Lane;
import io.troupe.core.promise.Promise;
import io.troupe.core.promise.UnhandledFailure;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.timer.Timeout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Deadlines, giving up and answers from elsewhere; timers fire when the test says so, which may be late. */
class AskMessageTest {
    private static final Duration LONG = Duration.ofSeconds(10);
    private final ReferenceType<Worker> type = ReferenceType.of(Worker.class, null);
    private final Worker worker = new Worker();
    private final StubLane lane = new StubLane();
    private final NotingOutlet outlet = new NotingOutlet();
    private final AskMessage<String> ask = ask();

    @SuppressWarnings("unchecked")
    private AskMessage<String> ask() {
        return (AskMessage<String>) type.newMessage(0, new Object[0]);
    }

    @Test
    void shouldNotExecuteACallWhoseTimerIsLate() throws Throwable {
        ask.target(outlet);
        Deadline.inherit(ask, lane, 10);
        lane.now += 10;
        ask.deliver(worker);

        assertThat(worker.calls).isZero();
        assertThatThrownBy(() -> ask.await(LONG))
                .isInstanceOf(CallTimeout.class)
                .hasMessageContaining("state=sent")
                .hasMessageNotContaining("running");
        lane.fire();
        assertThat(outlet.log).as("given up once").containsExactly("limited 10", "abandoned");
    }

    @Test
    void shouldExecuteACallUpToItsDeadline() throws Throwable {
        ask.target(outlet);
        Deadline.inherit(ask, lane, 10);
        lane.now += 9;
        ask.deliver(worker);

        assertThat(worker.calls).isEqualTo(1);
        assertThat(ask.await(LONG)).isEqualTo("done");
        lane.now += 9;
        lane.fire();
        assertThat(outlet.log).containsExactly("limited 10");
    }

    @Test
    void shouldGoByTheNearestDeadline() throws Throwable {
        ask.target(outlet);
        Deadline.inherit(ask, lane, 10);
        Deadline.inherit(ask, lane, 30);
        assertThat(ask.deadline().left()).isEqualTo(10);
        Deadline.inherit(ask, lane, 5);
        assertThat(ask.deadline().left()).isEqualTo(5);
        lane.now += 6;
        assertThat(ask.deadline().left()).isEqualTo(-1);
        ask.deliver(worker);

        assertThat(worker.calls).isZero();
        assertThat(outlet.log).containsExactly("limited 10", "limited 5", "abandoned");
    }

    @Test
    void shouldExpireBeforeItIsSent() {
        Deadline.inherit(ask, lane, 10);
        assertThat(ask.deadline()).isNotNull();
        lane.now += 10;
        lane.fire();

        assertThatThrownBy(() -> ask.await(LONG))
                .isInstanceOf(CallTimeout.class)
                .hasMessageContaining("method=Worker.work(), state=not sent yet");
    }

    @Test
    void shouldTellTheOutletOnceThatTheCallerHasGivenUp() {
        ask.target(outlet);
        Deadline.inherit(ask, lane, 10);
        ask.cancel();
        ask.cancel();
        lane.now += 10;
        lane.fire();

        assertThat(outlet.log).containsExactly("limited 10", "abandoned");
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
        assertThat(ask.deadline()).isNull();
    }

    static class Worker extends Actor<Worker> {
        private int calls;

        public Promise<String> work() {
            calls++;
            return Promise.of("done");
        }
    }

    private static final class NotingOutlet implements Outlet {
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
        public Lane callbackLane() {
            throw new AssertionError();
        }

        @Override
        public void abandoned(AskMessage<?> message) {
            assertThat(message.isFailed()).isTrue();
            log.add("abandoned");
        }

        @Override
        public void limited(AskMessage<?> message, Deadline limit) {
            assertThat(message.deadline()).isSameAs(limit);
            log.add("limited " + limit.left());
        }
    }

    /** Its time and its timers are moved by the test, each by itself. */
    private static final class StubLane extends Lane {
        private final List<Runnable> timers = new ArrayList<>();
        private long now = Long.MAX_VALUE - 5; // it wraps around in the middle of a test

        void fire() {
            List.copyOf(timers).forEach(Runnable::run);
        }

        @Override
        public void run(Message continuation) {
            throw new AssertionError();
        }

        @Override
        public Timeout schedule(long nanos, Runnable task) {
            timers.add(task);
            return new Timeout() {
                @Override
                public boolean cancel() {
                    return false; // too late, it fires already
                }

                @Override
                public boolean isPending() {
                    return false;
                }
            };
        }

        @Override
        public long nanos() {
            return now;
        }

        @Override
        public void failed(Throwable failure) {
            throw new AssertionError(failure);
        }
    }
}
