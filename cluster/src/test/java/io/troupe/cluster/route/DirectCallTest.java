// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.store.StateKey;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.DirectoryOptions;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.message.AskMessage;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.OutputGate;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import io.troupe.testkit.Await;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls whose own messages are in the mailbox of an actor of this process, while the key moves. The actor stands in the way. */
class DirectCallTest {
    private static final Duration LIMIT = Member.LIMIT;
    private static final AtomicInteger KEYS = new AtomicInteger();

    private final Member[] members = Member.mesh(2);
    private final Member one = members[0].host();
    private final Member two = members[1].host();
    private final String key = "direct-" + KEYS.incrementAndGet();
    private final Diary.Barrier barrier = Diary.barrier(key);
    private final List<Promise<Integer>> calls = new ArrayList<>();
    private int next;

    @AfterEach
    void close() {
        barrier.leave();
        for (Member member : members) {
            member.close();
        }
    }

    private static <T> T await(Promise<T> promise) {
        return promise.await(LIMIT);
    }

    private void all(long number, long owner) {
        for (Member member : members) {
            member.view(number, owner);
        }
    }

    /** The actor is at work in this process, so that all that follows is queued. */
    private Promise<Long> stand() throws InterruptedException {
        all(1, 1);
        Promise<Long> standing = one.diary(key).stand();
        barrier.awaitEntered();
        return standing;
    }

    private void add(Diary diary, int count) {
        for (int i = 0; i < count; i++) {
            if (next % 3 == 2) {
                diary.note(next++);
            } else {
                calls.add(diary.add(next++));
            }
        }
    }

    private void assertInOrder(Diary diary) {
        calls.forEach(DirectCallTest::await);
        assertThat(await(diary.read()))
                .containsExactlyElementsOf(IntStream.range(0, next).boxed().toList());
        assertThat(one.letters).isEmpty();
        assertThat(one.router.memory().used()).isZero();
    }

    @Test
    void shouldPutTheMessageOfTheSenderIntoTheMailbox() throws InterruptedException {
        Promise<Long> standing = stand();
        Promise<Integer> call = one.diary(key).add(next++).timeout(Duration.ofMillis(1));
        assertThat(((AskMessage<?>) call).target()).isInstanceOf(LocalWay.class);
        assertThatThrownBy(() -> await(call))
                .isInstanceOfSatisfying(CallTimeoutException.class, e -> assertThat(e.maybeExecuted())
                        .isFalse())
                .hasMessageContaining("queued at position 1 of 1")
                .hasMessageContaining("target=member-1/diary/" + key);
        barrier.leave();
        assertThat(await(standing)).isEqualTo(1);
        assertThat(await(one.diary(key).read())).isEmpty();
        assertThat(one.moved).hasValue(0);
    }

    @Test
    void shouldTakeBackWhatHasMovedAndSendItOnBeforeLaterCalls() throws InterruptedException {
        Promise<Long> standing = stand();
        Diary diary = one.diary(key);
        add(diary, 10);
        two.view(2, 2);
        one.view(2, 2);
        add(diary, 10); // they wait for the end of those
        barrier.leave();
        assertThat(await(standing)).isEqualTo(1);
        assertInOrder(diary);
        assertThat(await(diary.where())).isEqualTo(2);
        assertThat(one.moved).hasValueGreaterThanOrEqualTo(10);
    }

    @Test
    void shouldKeepOrderIfTheKeyHasComeBackMeanwhile() throws InterruptedException {
        stand();
        Diary diary = one.diary(key);
        add(diary, 10);
        one.view(2, 2);
        add(diary, 10);
        one.view(3, 1);
        add(diary, 10);
        barrier.leave();
        assertInOrder(diary);
        assertThat(await(diary.where())).isEqualTo(1);
    }

    @Test
    void shouldNotLetACallPassThatIsPutWhileTheFirstOneIsTurnedAway() throws InterruptedException {
        stand();
        Diary diary = one.diary(key);
        add(diary, 1);
        one.view(2, 2);
        CompletablePromise<Void> made = new CompletablePromise<>();
        one.onRefusal = () -> {
            if (!made.isSettled()) { // the guard has decided, the outlet does not know
                one.view(3, 1);
                add(diary, 5);
                made.complete();
            }
        };
        barrier.leave();
        await(made);
        assertInOrder(diary);
    }

    /** The key comes back while the guard still turns calls away: it ends that behind a call that it turns away as well. */
    @Test
    void shouldNotLetACallPassOneThatMeetsTheEndOfTurningAway() throws InterruptedException {
        stand();
        Diary diary = one.diary(key);
        add(diary, 1);
        all(2, 2);
        barrier.leave();
        assertInOrder(diary); // elsewhere, and the guard goes on turning away

        CountDownLatch behind = new CountDownLatch(1);
        one.onRefusal = () -> {
            try {
                behind.await(); // the guard has decided, the outlet does not know
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        };
        one.onFinding = () -> { // the view is there, and the end of turning away is not in the mailbox
            one.onFinding = () -> {};
            add(diary, 1);
        };
        two.view(3, 1);
        one.view(3, 1);
        add(diary, 5);
        behind.countDown();
        assertInOrder(diary);
        assertThat(await(diary.where())).isEqualTo(1);
    }

    @Test
    void shouldFollowWithCallsThatFoundNoRoom() throws InterruptedException {
        one.router.close();
        one.host(DirectoryOptions.defaults().name("narrow").mailbox(MailboxSpec.bounded(4, Overflow.PACE)));
        stand();
        Diary diary = one.diary(key);
        add(diary, 10);
        assertThat(one.waiting(key)).isPositive();
        two.view(2, 2);
        one.view(2, 2);
        add(diary, 10);
        barrier.leave();
        assertInOrder(diary);
        assertThat(await(diary.where())).isEqualTo(2);
    }

    /** Its calls wait behind its gate; they leave with numbers, whoever could put them directly. */
    public static class Gated extends Actor<Gated> {
        public Promise<List<Promise<Integer>>> add(Diary diary, int n) {
            OutputGate gate = OutputGate.of(Objects.requireNonNull(CellThread.currentCell()));
            long closed = gate.close();
            Promise<Integer> call = diary.add(n);
            gate.open(closed);
            return Promise.of(List.of(call));
        }
    }

    /** The actor stands; behind it are calls that were put directly, and one with a number behind them. */
    private void queueNumbered(Diary diary) throws InterruptedException {
        stand();
        add(diary, 3);
        calls.addAll(await(one.system.spawn(Gated.class, Gated::new).add(diary, next++)));
        Promise<Integer> behind = diary.add(next++);
        calls.add(behind);
        assertThat(((AskMessage<?>) behind).target()).isInstanceOf(VirtualOutlet.class);
    }

    @Test
    void shouldNotPutDirectlyBehindNumberedCalls() throws InterruptedException {
        Diary diary = one.diary(key);
        queueNumbered(diary);
        two.view(2, 2);
        one.view(2, 2);
        barrier.leave();
        assertInOrder(diary);
        assertThat(await(diary.where())).isEqualTo(2);
    }

    @Test
    void shouldPutDirectlyAgainWhenNumberedCallsAreAnswered() throws InterruptedException {
        Diary diary = one.diary(key);
        queueNumbered(diary);
        barrier.leave();
        assertInOrder(diary);
        Promise<Integer> last = diary.add(next++);
        assertThat(((AskMessage<?>) last).target()).isInstanceOf(LocalWay.class);
        calls.add(last);
        assertInOrder(diary);
    }

    @Test
    void shouldPutDirectlyAgainAfterAnyOtherWay() throws InterruptedException {
        all(1, 2);
        add(one.diary(key), 3);
        one.view(2, 1, false);
        two.view(2, 1);
        add(one.diary(key), 3); // they wait
        assertThat(one.waiting(key)).isPositive();
        one.view(2, 1);
        assertInOrder(one.diary(key));
        Promise<Long> standing = one.diary(key).stand();
        assertThat(((AskMessage<?>) standing).target()).isInstanceOf(LocalWay.class);
        barrier.leave();
        assertThat(await(standing)).isEqualTo(1);
    }

    @Test
    void shouldForgetACallThatIsGivenUpWhereverItIs() throws InterruptedException {
        stand();
        Diary diary = one.diary(key);
        Promise<Integer> queued = diary.add(-1);
        Promise<Integer> returned = diary.add(-2);
        Promise<Integer> late = diary.add(-3).timeout(Duration.ofMillis(50));
        Promise<Integer> kept = diary.add(7);
        queued.cancel();
        one.view(2, RouteView.NOBODY);
        barrier.leave();
        Await.until("they have come back", LIMIT, () -> one.waiting(key) >= 2 && one.moved.get() >= 4);
        assertThat(one.router.memory().used()).isPositive();
        returned.cancel();
        assertThatThrownBy(() -> await(late))
                .isInstanceOfSatisfying(CallTimeoutException.class, e -> assertThat(e.maybeExecuted())
                        .isFalse());
        Await.until("one waits", LIMIT, () -> one.waiting(key) == 1);
        all(3, 2);
        assertThat(await(kept)).isEqualTo(7);
        assertThat(await(diary.read())).containsExactly(7);
        assertThat(one.router.memory().used()).isZero();
    }

    @Test
    void shouldKeepTheOutletAsLongAsACallIsQueued() throws InterruptedException {
        stand();
        add(one.diary(key), 3);
        WeakReference<VirtualOutlet> outlet = new WeakReference<>(one.router.outlet(new StateKey("diary", key)));
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        assertThat(outlet.get()).isNotNull(); // what comes later must find what it has sent
        two.view(2, 2);
        one.view(2, 2);
        add(one.diary(key), 3);
        barrier.leave();
        assertInOrder(one.diary(key));
    }

    @Test
    void shouldTellTheCallerOfOtherRefusalsAtOnce() throws InterruptedException {
        Promise<Long> standing = stand();
        assertThatThrownBy(() -> await(one.diary(key + "-other").fenced())).hasMessageContaining("epoch=7");
        barrier.leave();
        assertThat(await(standing)).isEqualTo(1);
    }

    @Test
    void shouldServeSeveralCallersInTheirOrders() throws InterruptedException {
        all(1, 1);
        List<Thread> threads = new ArrayList<>();
        List<List<Promise<Integer>>> answers = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            int base = t * 10_000;
            Diary diary = one.diary(key);
            List<Promise<Integer>> own = new ArrayList<>();
            answers.add(own);
            threads.add(new Thread(() -> {
                for (int i = 0; i < 600; i++) {
                    own.add(diary.add(base + i));
                    if (i % 50 == 49) {
                        await(own.get(i));
                    }
                }
            }));
        }
        threads.forEach(Thread::start);
        for (int number = 2; threads.stream().anyMatch(Thread::isAlive); number++) {
            all(number, 1 + number % 2);
            await(one.diary(key).where());
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (List<Promise<Integer>> own : answers) {
            assertThat(own).hasSize(600);
            own.forEach(DirectCallTest::await);
        }
        List<Integer> pages = await(one.diary(key).read());
        assertThat(pages).hasSize(1800).doesNotHaveDuplicates();
        for (int t = 0; t < 3; t++) {
            int base = t * 10_000;
            assertThat(pages.stream().filter(page -> page / 10_000 * 10_000 == base))
                    .isSorted();
        }
    }
}
