// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is waited for are permits; each result is the argument of who got one. */
@Timeout(60)
class WaitQueueTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final long LONG = LIMIT.toNanos();

    private final AtomicInteger permits = new AtomicInteger();
    private final ExpiringTimers timers = new ExpiringTimers();
    private final AtomicReference<Runnable> amidst = new AtomicReference<>(() -> {});
    private final List<String> givenBack = new CopyOnWriteArrayList<>();
    private final WaitQueue<String, String> waitQueue =
            new WaitQueue<>("a test", this::take, new AdaptiveSpin(0), PipePoller.NONE, (who, result) -> {
                givenBack.add(result);
                give();
            });

    private String take(String who) {
        amidst.getAndSet(() -> {}).run();
        if (who.startsWith("bad")) {
            throw new IllegalStateException("bad luck");
        }
        if (who.startsWith("worse")) {
            throw new OutOfMemoryError("on purpose");
        }
        int before = permits.getAndUpdate(count -> Math.max(0, count - 1));
        return before > 0 ? who : null;
    }

    private void give() {
        permits.incrementAndGet();
        waitQueue.signal();
    }

    private Promise<String> later(String who) {
        return waitQueue.later(who, timers, 1000);
    }

    private Thread start(String who, List<String> order) {
        int before = waitQueue.waiting();
        Thread thread = new Thread(() -> {
            try {
                order.add(waitQueue.await(who, LONG));
            } catch (SpException e) {
                order.add(who + " " + e.reason());
            }
        });
        thread.start();
        Until.isTrue(who + " stands in line", () -> waitQueue.waiting() > before);
        return thread;
    }

    @Test
    void shouldServePromisesAndThreadsInTheirOrder() throws InterruptedException {
        List<String> order = new CopyOnWriteArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            String who = "w" + i;
            if (i % 3 == 0) {
                later(who).onComplete((value, failure) -> order.add(value));
            } else {
                threads.add(start(who, order));
            }
        }
        for (int i = 0; i < 9; i++) {
            give();
            int many = i + 1;
            Until.isTrue("a permit is taken", () -> order.size() == many);
        }
        assertThat(order).containsExactly("w0", "w1", "w2", "w3", "w4", "w5", "w6", "w7", "w8");
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(waitQueue.waiting()).isZero();
        assertThat(timers.waiting()).isZero();
    }

    @Test
    void shouldNotLetNewcomersOvertakePromises() {
        Promise<String> early = later("early");
        permits.set(1); // the signal is yet to come
        assertThat(waitQueue.tryNow("newcomer")).isNull();
        assertThat(early.await(LIMIT)).isEqualTo("early");
        permits.set(1);
        assertThat(waitQueue.tryNow("newcomer")).isEqualTo("newcomer");
    }

    @Test
    void shouldEndPromisesWhoseTimeIsOver() {
        Promise<String> late = later("late");
        Promise<String> next = waitQueue.later("next", timers, Long.MAX_VALUE);
        timers.pass();
        assertReason(late, SpError.TIMED_OUT);
        give();
        assertThat(next.await(LIMIT)).isEqualTo("next");
    }

    @Test
    void shouldEndAPromiseWhoseTimeIsOverAmidstAnAttempt() {
        Promise<String> late = later("late");
        amidst.set(timers::pass);
        waitQueue.signal();
        assertReason(late, SpError.TIMED_OUT);
        assertThat(waitQueue.waiting()).isZero();
    }

    @Test
    void shouldKeepTheResultOfAnAttemptDuringWhichTheTimeWasOver() {
        Promise<String> late = later("late");
        amidst.set(timers::pass);
        give();
        assertThat(late.await(LIMIT)).isEqualTo("late");
    }

    @Test
    void shouldGiveBackWhatACancelledPromiseHasGot() {
        Promise<String> first = later("first");
        Promise<String> second = later("second");
        amidst.set(first::cancel);
        give();
        assertThat(givenBack).containsExactly("first");
        assertThat(second.await(LIMIT)).isEqualTo("second");
        assertThat(first.isFailed()).isTrue();
        assertThat(permits).hasValue(0);
    }

    @Test
    void shouldTryNoMoreForWhoHasGivenUp() {
        CompletablePromise<Void> held = new CompletablePromise<>();
        Promise<String> gone = waitQueue.later("gone", timers, 1000, held);
        Promise<String> next = later("next");
        held.cancel();
        assertReason(gone, SpError.CANCELED);
        give();
        assertThat(next.await(LIMIT)).isEqualTo("next");
        assertThat(waitQueue.waiting()).isZero();
        assertThat(timers.waiting()).isZero();
    }

    /** What has come of the argument is told as it is, though nobody waits for it any more. */
    @Test
    void shouldTellWhatAnAttemptBroughtDuringWhichItWasGivenUp() {
        CompletablePromise<Void> held = new CompletablePromise<>();
        CompletablePromise<Void> vain = new CompletablePromise<>();
        Promise<String> taken = waitQueue.later("taken", timers, 1000, held);
        amidst.set(held::cancel);
        give();
        assertThat(taken.await(LIMIT)).isEqualTo("taken");
        Promise<String> untaken = waitQueue.later("untaken", timers, 1000, vain);
        amidst.set(vain::cancel);
        waitQueue.signal();
        assertThat(untaken.isFailed()).isTrue();
        assertThat(givenBack).isEmpty();
        assertThat(waitQueue.waiting()).isZero();
    }

    @Test
    void shouldPassOverCancelledPromises() {
        Promise<String> first = later("first");
        Promise<String> second = later("second");
        first.cancel();
        give();
        assertThat(second.await(LIMIT)).isEqualTo("second");
        assertThat(givenBack).isEmpty();
    }

    @Test
    void shouldGoOnAfterAFailingAttempt() {
        later("good");
        Promise<String> bad = later("bad");
        Promise<String> other = later("other");
        give();
        assertThatThrownBy(() -> bad.await(LIMIT)).hasMessage("bad luck");
        give();
        assertThat(other.await(LIMIT)).isEqualTo("other");
    }

    @Test
    void shouldServeOthersAfterAnErrorOfTheMachine() {
        Promise<String> worse = later("worse");
        Promise<String> other = later("other");
        give();

        assertThatThrownBy(() -> worse.await(LIMIT)).hasRootCauseInstanceOf(OutOfMemoryError.class);
        assertThat(other.await(LIMIT)).isEqualTo("other");
        assertThat(waitQueue.waiting()).isZero();
    }

    @Test
    void shouldServeOthersWhenTheStackOfOneWhoJoinedWasFull() throws InterruptedException {
        Thread joining = new Thread(null, () -> joinWithoutEnd(), "joining", 256 << 10);
        joining.start();
        joining.join();
        int before = waitQueue.waiting();
        Promise<String> last = later("last");
        for (int i = 0; i <= before; i++) {
            give();
        }

        assertThat(last.await(LIMIT)).isEqualTo("last");
    }

    private void joinWithoutEnd() {
        try {
            joinDeeper();
        } catch (StackOverflowError e) { // as the test wants it
        }
    }

    @SuppressWarnings("InfiniteRecursion")
    private int joinDeeper() {
        waitQueue.later("deep", timers, Long.MAX_VALUE);
        return joinDeeper() + 1;
    }

    @Test
    void shouldEndAllWhoWait() throws InterruptedException {
        List<String> order = new CopyOnWriteArrayList<>();
        Promise<String> first = later("first");
        Thread thread = start("second", order);
        Promise<String> third = later("third");
        Thread other = start("fourth", order);
        waitQueue.end(new SpException(SpError.CLOSED, "over"));
        assertReason(first, SpError.CLOSED);
        assertReason(third, SpError.CLOSED);
        thread.join();
        other.join();
        assertThat(order).containsExactlyInAnyOrder("second CLOSED", "fourth CLOSED");
        assertReason(later("late"), SpError.CLOSED);
        assertThatThrownBy(() -> waitQueue.await("late", LONG)).hasMessageContaining("over");
        assertThatThrownBy(() -> waitQueue.tryNow("late")).hasMessageContaining("over");
    }

    @Test
    void shouldPassOnTheSignalOfAnInterruptedThread() throws InterruptedException {
        List<String> order = new CopyOnWriteArrayList<>();
        Thread first = start("first", order);
        Thread second = start("second", order);
        amidst.set(first::interrupt);
        waitQueue.signal(); // the first one tries in vain, and is interrupted then
        first.join();
        assertThat(order).containsExactly("first CANCELED");
        give();
        second.join();
        assertThat(order).containsExactly("first CANCELED", "second");
    }

    @Test
    void shouldKeepTheMarkOfAnInterruptedThread() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> waitQueue.await("x", LONG)).hasMessageContaining("interrupted");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(waitQueue.waiting()).isZero();
    }

    @Test
    void shouldLetEverybodyTry() {
        List<String> order = new CopyOnWriteArrayList<>();
        AtomicReference<String> hopeless = new AtomicReference<>("yes");
        WaitQueue<String, String> line = new WaitQueue<>(
                "a test",
                who -> {
                    if (who.equals(hopeless.get())) {
                        throw new SpException(SpError.CONNECTION_LOST, "gone");
                    }
                    return null;
                },
                new AdaptiveSpin(0),
                PipePoller.NONE);
        Promise<String> one = line.later("one", timers, Long.MAX_VALUE);
        Promise<String> two = line.later("two", timers, Long.MAX_VALUE);
        Thread three = new Thread(() -> {
            try {
                line.await("three", LONG);
            } catch (SpException e) {
                order.add("three " + e.reason());
            }
        });
        three.start();
        Until.isTrue("in line", () -> line.waiting() == 3);
        hopeless.set("two");
        line.signalAll();
        assertReason(two, SpError.CONNECTION_LOST);
        hopeless.set("three");
        line.signalAll();
        Until.isTrue("the thread has failed", () -> order.contains("three CONNECTION_LOST"));
        assertThat(one.isSettled()).isFalse();
    }

    private static void assertReason(Promise<?> promise, SpError reason) {
        assertThatThrownBy(() -> promise.await(LIMIT))
                .isInstanceOfSatisfying(
                        SpException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }

    /** As a lock within an attempt does when others hold it: the thread parks there, and takes what woke it for the lock's. */
    @Test
    void shouldTryAgainThoughAnAttemptUsedThePermitThatWokeIt() {
        AtomicInteger attempts = new AtomicInteger();
        AtomicReference<WaitQueue<String, String>> line = new AtomicReference<>();
        WaitQueue<String, String> tested = new WaitQueue<>(
                "a test",
                who -> {
                    if (attempts.incrementAndGet() == 2) { // the first one in line
                        line.get().signal();
                        LockSupport.parkNanos(this, LONG);
                        return null;
                    }
                    return attempts.get() > 2 ? who : null;
                },
                new AdaptiveSpin(0),
                PipePoller.NONE);
        line.set(tested);
        assertThat(tested.await("a", Long.MAX_VALUE)).isEqualTo("a"); // or never
    }
}
