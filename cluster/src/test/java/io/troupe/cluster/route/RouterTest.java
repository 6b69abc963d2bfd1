// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.actor.FencedException;
import io.troupe.cluster.actor.NotHostedException;
import io.troupe.cluster.actor.StoreUnavailableException;
import io.troupe.cluster.store.StateKey;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.error.BackpressureException;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Three members of which the first one calls; the others take turns as owners of everything. */
class RouterTest {
    private static final Duration LIMIT = Member.LIMIT;
    private static final AtomicInteger KEYS = new AtomicInteger();

    private final Member[] members = Member.mesh(3);
    private final Member caller = members[0];
    private final Member two = members[1].host();
    private final Member three = members[2].host();
    private final String key = "key-" + KEYS.incrementAndGet();

    @AfterEach
    void close() {
        for (Member member : members) {
            member.close();
        }
    }

    private void all(long number, long owner) {
        for (Member member : members) {
            member.view(number, owner);
        }
    }

    private static <T> T await(Promise<T> promise) {
        return promise.await(LIMIT);
    }

    @Test
    void shouldCallTheOwnerWhereverItIs() {
        caller.host();
        for (int owner = 1; owner <= 3; owner++) {
            all(owner, owner);
            for (Member member : members) {
                assertThat(await(member.diary(key).where())).isEqualTo(owner);
            }
        }
        assertThat(caller.diary(key)).isNotNull();
        assertThat(caller.router.outlet(new StateKey("diary", key)))
                .isSameAs(caller.router.outlet(new StateKey("diary", key)));
    }

    @Test
    void shouldFollowAKeyThatHasMoved() {
        all(1, 2);
        assertThat(await(caller.diary(key).where())).isEqualTo(2);
        two.view(2, 3);
        three.view(2, 3);
        assertThat(await(caller.diary(key).where())).isEqualTo(3); // the caller has the old view
        caller.view(2, 3);
        assertThat(await(caller.diary(key).where())).isEqualTo(3);
    }

    @Test
    void shouldWaitForAnOwner() {
        Promise<Long> where = caller.diary(key).where();
        caller.diary(key).note(1);
        assertThat(where.isSettled()).isFalse();
        assertThat(caller.waiting(key)).isEqualTo(2);
        all(1, 2);
        assertThat(await(where)).isEqualTo(2);
        assertThat(await(caller.diary(key).read())).containsExactly(1);
        Await.until(
                "its bytes are given back", LIMIT, () -> caller.router.memory().used() == 0);
    }

    @Test
    void shouldWaitUntilTheOwnerHasClaimedItsShards() {
        caller.view(1, 2);
        two.view(1, 2, false);
        Promise<Long> where = caller.diary(key).where();
        Promise<Long> local = two.diary(key).where();
        assertThat(await(caller.diary("other-" + key)
                        .where()
                        .timeout(Duration.ofMillis(1))
                        .recover(e -> -1L)))
                .isEqualTo(-1);
        assertThat(where.isSettled() || local.isSettled()).isFalse();
        two.view(1, 2, true);
        assertThat(await(where)).isEqualTo(2);
        assertThat(await(local)).isEqualTo(2);
    }

    @Test
    void shouldKeepTheDeadlineOfCallsThatWait() {
        Promise<Long> where = caller.diary(key).where().timeout(Duration.ofMillis(20));
        assertThatThrownBy(() -> await(where))
                .isInstanceOf(CallTimeoutException.class)
                .hasMessageContaining("waiting for the owner of its key");
        Await.until("it is forgotten", LIMIT, () -> caller.waiting(key) == 0);
        Await.until(
                "its bytes are given back", LIMIT, () -> caller.router.memory().used() == 0);
        all(1, 2);
        assertThat(await(caller.diary(key).where())).isEqualTo(2);
    }

    /** Copies of calls go to other processes: they must not keep the deadline that the call had when it was sent. */
    @Test
    void shouldTellTheOwnerOfADeadlineThatIsChosenLater() throws InterruptedException {
        try (Member hasty = new Member(4, Duration.ofMillis(500))) {
            hasty.links.put(two.id, hasty.remoting.connect(two.address).await(LIMIT));
            all(1, 2);
            hasty.view(1, 2);
            Promise<Long> chosen = hasty.diary(key).stand().timeout(LIMIT);
            Diary.barrier(key).awaitEntered();
            assertThatThrownBy(() -> await(hasty.diary(key).where())).isInstanceOf(CallTimeoutException.class);
            Diary.barrier(key).leave();
            assertThat(await(chosen)).isEqualTo(2);
        }
    }

    @Test
    void shouldBoundCallsThatWait() {
        List<Promise<Integer>> calls = new ArrayList<>();
        for (int i = 0; i < WaitingCalls.MOST; i++) {
            calls.add(caller.diary(key).add(i));
        }
        assertThatThrownBy(() -> await(caller.diary(key).add(-1))).isInstanceOf(BackpressureException.class);
        caller.diary(key).note(-2);
        assertThat(caller.letters).extracting(DeadLetter::reason).containsExactly(DeadLetter.Reason.MAILBOX_FULL);
        assertThat(calls).noneMatch(Promise::isSettled);
        all(1, 2);
        for (int i = 0; i < calls.size(); i++) {
            assertThat(await(calls.get(i))).isEqualTo(i);
        }
        assertThat(await(caller.diary(key).read())).isSorted().hasSize(WaitingCalls.MOST);
    }

    @Test
    void shouldBoundBytesOfCallsThatWait() {
        int refused = 0;
        int keys = 0;
        while (refused == 0 && keys < 100_000) {
            Promise<Integer> call = caller.diary(key + "-" + keys++).add(1);
            refused += call.isSettled() ? 1 : 0;
        }
        assertThat(refused).isEqualTo(1);
        assertThat(caller.router.memory().used()).isLessThanOrEqualTo(1 << 20);
        all(1, 2);
        Await.until("all have been sent", LIMIT, () -> caller.router.memory().used() == 0);
        assertThat(await(caller.diary(key + "-0").read())).containsExactly(1);
    }

    @Test
    void shouldKeepOrderWhileAKeyMoves() {
        all(1, 2);
        Diary diary = caller.diary(key);
        List<Promise<Integer>> calls = new ArrayList<>();
        int n = 0;
        for (int move = 0; move < 50; move++) {
            for (int i = 0; i < 20; i++) {
                if (i % 3 == 0) {
                    diary.note(n++);
                } else {
                    calls.add(diary.add(n++));
                }
            }
            long number = move + 2L;
            long next = 2 + number % 2;
            Member old = next == 2 ? three : two;
            Member fresh = next == 2 ? two : three;
            old.view(number, next);
            for (int i = 0; i < 5; i++) {
                calls.add(diary.add(n++));
            }
            fresh.view(number, next);
            diary.note(n++);
            if (move % 3 == 0) {
                caller.view(number, next); // else it hears of it by being refused
            }
            if (move % 10 == 9) {
                await(calls.get(calls.size() - 1)); // or more wait than may
            }
        }
        for (Promise<Integer> call : calls) {
            await(call);
        }
        List<Integer> pages = await(diary.read());
        assertThat(pages).hasSize(n);
        for (int i = 0; i < n; i++) {
            assertThat(pages.get(i)).isEqualTo(i);
        }
        assertThat(caller.letters).isEmpty();
    }

    @Test
    void shouldMoveOnWhileTheOldOwnerOwesAnAnswer() {
        all(1, 2);
        CompletablePromise<Integer> gate = new CompletablePromise<>();
        Promise<Integer> owed = caller.diary(key).after(gate);
        assertThat(await(caller.diary(key).where())).isEqualTo(2);
        all(2, 3);
        assertThat(await(caller.diary(key).where())).isEqualTo(3);
        assertThat(owed.isSettled()).isFalse();
        gate.complete(7);
        assertThat(await(owed)).isEqualTo(7);
    }

    @Test
    void shouldFailWhatMayHaveBeenExecutedWhenTheOwnerIsLost() {
        all(1, 2);
        Promise<Integer> begun = caller.diary(key).ponder();
        assertThat(await(caller.diary(key).where())).isEqualTo(2);
        caller.links.get(2L).cut();
        assertThatThrownBy(() -> await(begun))
                .isInstanceOfSatisfying(LinkLostException.class, e -> assertThat(e.maybeExecuted())
                        .isTrue());
        Promise<Long> next = caller.diary(key).where();
        assertThat(next.isSettled()).isFalse();
        all(2, 3);
        assertThat(await(next)).isEqualTo(3);
    }

    @Test
    void shouldWaitAfterThreeRefusals() {
        all(1, 2);
        assertThat(await(caller.diary(key).where())).isEqualTo(2);
        two.view(2, 3);
        three.view(3, 2); // each says that it is the other one
        Promise<Long> where = caller.diary(key).where();
        Await.until("it waits", LIMIT, () -> caller.router
                .outlet(new StateKey("diary", key))
                .isRefusedTooOften());
        assertThat(where.isSettled()).isFalse();
        all(4, 3);
        assertThat(await(where)).isEqualTo(3);
    }

    @Test
    void shouldAskAnOwnerAgainWhoseViewIsOlder() {
        all(1, 2);
        caller.view(2, 3);
        Promise<Long> where = caller.diary(key).where(); // three says that it is still two, and is behind
        Await.until("it waits", LIMIT, () -> caller.router
                .outlet(new StateKey("diary", key))
                .isRefusedTooOften());
        two.view(2, 3);
        three.view(2, 3);
        assertThat(await(where)).isEqualTo(3); // without another view of the caller's
    }

    @Test
    void shouldSayThatTheOwnerHostsNoSuchType() {
        caller.view(1, 1);
        assertThatThrownBy(() -> await(caller.diary(key).where()))
                .isInstanceOf(NotHostedException.class)
                .hasMessageContaining("hosted=[]");
        all(2, 2);
        assertThat(await(caller.diary(key).where())).isEqualTo(2);
    }

    @Test
    void shouldTurnLocalCallsAwayThatWereQueuedBeforeAMove() {
        all(1, 2);
        Diary diary = two.diary(key);
        List<Promise<Integer>> calls = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            calls.add(diary.add(i));
            if (i == 250) {
                three.view(2, 3);
                two.view(2, 3);
            }
        }
        for (int i = 0; i < 500; i++) {
            assertThat(await(calls.get(i))).isEqualTo(i);
        }
        assertThat(await(diary.read())).isSorted().hasSize(500);
        assertThat(await(diary.where())).isEqualTo(3);
    }

    @Test
    void shouldCarryRefusalsOfTheClusterOverLinks() {
        all(1, 2);
        assertThatThrownBy(() -> await(caller.diary(key).fenced()))
                .isInstanceOfSatisfying(FencedException.class, e -> assertThat(e.maybeExecuted())
                        .isFalse())
                .hasMessageContaining("epoch=7");
        for (boolean maybe : new boolean[] {true, false}) {
            assertThatThrownBy(() -> await(caller.diary(key).unavailable(maybe)))
                    .isInstanceOfSatisfying(StoreUnavailableException.class, e -> assertThat(e.maybeExecuted())
                            .isEqualTo(maybe));
        }
    }
}
