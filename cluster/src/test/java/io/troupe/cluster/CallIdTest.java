// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.actor.CallId;
import io.troupe.cluster.actor.DurableActor;
import io.troupe.cluster.actor.StoreUnavailableException;
import io.troupe.cluster.actor.TypeName;
import io.troupe.cluster.store.ScriptedStore;
import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StateWrite;
import io.troupe.core.ActorSystem;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.RemoteFailedException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.timer.ManualClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CallIdTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int MANY = 1_000_000;

    private final ManualClock clock = new ManualClock();
    private final ScriptedStore store = new ScriptedStore();
    private final List<ActorSystem> systems = new ArrayList<>();
    private Till till = start();

    /** Counts money. */
    @TypeName("till")
    public static class Till extends DurableActor<Till, Till.State> {
        public record State(long cents, int calls) {}

        @Override
        protected State initial() {
            return new State(0, 0);
        }

        private State plus(State s, long cents) {
            return new State(s.cents() + cents, s.calls() + 1);
        }

        public Promise<Long> deposit(long cents) {
            return update(s -> plus(s, cents)).map(State::cents);
        }

        public Promise<Long> depositInSteps(long cents) {
            return Promise.of(cents)
                    .map(each -> each - 1)
                    .flatMap(each -> update(s -> plus(s, each)))
                    .flatMap(s -> update(next -> plus(next, 1)))
                    .map(State::cents)
                    .map(total -> total);
        }

        public Promise<String> depositAndWait(long cents, CompletablePromise<String> signal) {
            return update(s -> plus(s, cents)).flatMap(s -> signal).map(text -> text + state().cents());
        }

        public Promise<Long> depositAndStop(long cents) {
            context().stop();
            return depositInSteps(cents);
        }

        public Promise<Long> depositWhatComes(CompletablePromise<Long> signal) {
            return inCall(signal)
                    .flatMap(cents -> update(s -> plus(s, cents)))
                    .map(State::cents)
                    .map(total -> total);
        }

        public Promise<Long> depositWhatComesApart(CompletablePromise<Long> signal) {
            return signal.flatMap(cents -> update(s -> plus(s, cents))).map(State::cents);
        }

        public Promise<Long> depositAndWhatComes(
                long cents, CompletablePromise<Long> first, CompletablePromise<Long> second) {
            return update(s -> plus(s, cents))
                    .flatMap(s -> inCall(first))
                    .flatMap(next -> update(s -> plus(s, next)))
                    .flatMap(s -> inCall(second))
                    .flatMap(next -> update(s -> plus(s, next)))
                    .map(State::cents);
        }

        public void depositLater(CompletablePromise<Long> signal) {
            inCall(signal).then(cents -> update(s -> plus(s, cents)));
        }

        public void add(long cents) {
            update(s -> plus(s, cents));
        }

        public Promise<Long> depositAndThrow(long cents) {
            update(s -> plus(s, cents));
            throw new IllegalStateException("the till is jammed");
        }

        public Promise<String> large(int size) {
            return update(s -> plus(s, 1)).map(s -> "x".repeat(size));
        }

        public Promise<Long> refuse() {
            throw new IllegalStateException("closed");
        }

        public Promise<Long> cents() {
            return Promise.of(state().cents());
        }

        public Promise<Integer> calls() {
            return Promise.of(state().calls());
        }
    }

    private Till start() {
        ActorSystem system = ActorSystem.builder()
                .name("till-" + systems.size())
                .clock(clock)
                .start();
        systems.add(system);
        Cluster cluster = Cluster.on(system, store, ClusterConfig.memory().callIdsFor(Duration.ofHours(1)));
        cluster.host(Till.class, Till::new);
        return cluster.actor(Till.class, "a");
    }

    private void restart() {
        store.release(MANY);
        systems.get(systems.size() - 1).close();
        till = start();
    }

    @AfterEach
    void close() {
        store.release(MANY);
        systems.forEach(ActorSystem::close);
    }

    private <T> Promise<T> once(String id, Supplier<Promise<T>> call) {
        return CallId.of(id).run(call);
    }

    @Test
    void shouldDoARepeatedCallOnceAndGiveTheStoredReply() {
        store.release(MANY);
        assertThat(once("r1", () -> till.deposit(500)).await(LIMIT)).isEqualTo(500);
        assertThat(till.deposit(1).await(LIMIT)).isEqualTo(501);
        assertThat(once("r1", () -> till.deposit(500)).await(LIMIT)).isEqualTo(500);
        assertThat(once("r2", () -> till.deposit(500)).await(LIMIT)).isEqualTo(1001);
        assertThat(till.calls().await(LIMIT)).isEqualTo(3);
    }

    @Test
    void shouldGiveTheStoredReplyAfterARestart() {
        store.release(MANY);
        assertThat(once("r1", () -> till.deposit(500)).await(LIMIT)).isEqualTo(500);
        restart();
        assertThat(once("r1", () -> till.deposit(500)).await(LIMIT)).isEqualTo(500);
        assertThat(till.cents().await(LIMIT)).isEqualTo(500);
    }

    @Test
    void shouldStoreTheIdInTheCommitOfTheState() throws Exception {
        Promise<Long> deposit = once("r1", () -> till.deposit(500));
        store.awaitCommit();
        store.release(1);
        assertThat(deposit.await(LIMIT)).isEqualTo(500);
        assertThat(store.batches()).hasSize(1);
        assertThat(store.batches().get(0)).singleElement().satisfies(write -> {
            assertThat(write.state()).isNotNull();
            assertThat(write.rows().calls()).singleElement().satisfies(call -> assertThat(call.id())
                    .isEqualTo("r1"));
        });
    }

    @Test
    void shouldLetARepetitionWaitForTheFirstCallThatWaitsForItsCommit() throws Exception {
        Promise<Long> first = once("r1", () -> till.deposit(500));
        store.awaitCommit();
        Promise<Long> second = once("r1", () -> till.deposit(500));
        Promise<Long> third = once("r3", () -> till.deposit(7));
        assertThat(first.isSettled()).isFalse();
        store.release(MANY);
        assertThat(first.await(LIMIT)).isEqualTo(500);
        assertThat(second.await(LIMIT)).isEqualTo(500);
        assertThat(third.await(LIMIT)).isEqualTo(507);
    }

    @Test
    void shouldLetARepetitionWaitForTheFirstCallThatStillRuns() {
        store.release(MANY);
        CompletablePromise<String> signal = new CompletablePromise<>();
        Promise<String> first = once("r1", () -> till.depositAndWait(500, signal));
        Promise<String> second = once("r1", () -> till.depositAndWait(500, signal));
        assertThat(till.cents().await(LIMIT)).isEqualTo(500);
        assertThat(first.isSettled()).isFalse();
        signal.complete("now ");
        assertThat(first.await(LIMIT)).isEqualTo("now 500");
        assertThat(second.await(LIMIT)).isEqualTo("now 500");
        restart();
        assertThat(once("r1", () -> till.depositAndWait(500, new CompletablePromise<>()))
                        .await(LIMIT))
                .isEqualTo("now 500");
    }

    @Test
    void shouldSayThatACallIsDoneWhoseReplyWasNotStored() {
        store.release(MANY);
        Promise<String> first = once("r1", () -> till.depositAndWait(500, new CompletablePromise<>()));
        assertThat(till.cents().await(LIMIT)).isEqualTo(500);
        first.onError(known -> {});
        restart();
        assertThatThrownBy(() -> once("r1", () -> till.depositAndWait(500, new CompletablePromise<>()))
                        .await(LIMIT))
                .isInstanceOfSatisfying(StoreUnavailableException.class, e -> assertThat(e.maybeExecuted())
                        .isTrue())
                .hasMessageContaining("a call that was done must have left its reply");
        assertThat(till.cents().await(LIMIT)).isEqualTo(500);
    }

    @Test
    void shouldGatherTheUpdatesOfContinuationsIntoOneCommit() throws Exception {
        Promise<Long> deposit = once("r1", () -> till.depositInSteps(500));
        store.awaitCommit();
        store.release(1);
        assertThat(deposit.await(LIMIT)).isEqualTo(500);
        assertThat(store.batches()).hasSize(1);
        store.release(MANY);
        assertThat(once("r1", () -> till.depositInSteps(500)).await(LIMIT)).isEqualTo(500);
    }

    @Test
    void shouldEndACallQuietlyWhoseActorStopsBeforeItHasAnswered() {
        store.release(MANY);
        PrintStream before = System.err;
        ByteArrayOutputStream logged = new ByteArrayOutputStream();
        System.setErr(new PrintStream(logged, true, UTF_8));
        try {
            Promise<Long> stopped = once("r1", () -> till.depositAndStop(500));
            assertThatThrownBy(() -> stopped.await(LIMIT)).isInstanceOf(ActorStoppedException.class);
            assertThat(once("r1", () -> till.depositInSteps(500)).await(LIMIT)).isEqualTo(500);
        } finally {
            System.setErr(before);
        }
        assertThat(logged.toString(UTF_8)).doesNotContain("not supervised");
    }

    @Test
    void shouldDoATellOnce() {
        store.release(MANY);
        for (int i = 0; i < 3; i++) {
            CallId.of("r1").run(() -> till.add(5));
        }
        assertThat(till.cents().await(LIMIT)).isEqualTo(5);
        restart();
        CallId.of("r1").run(() -> till.add(5));
        assertThat(till.cents().await(LIMIT)).isEqualTo(5);
    }

    @Test
    void shouldDoACallAgainThatWasNotStored() throws Exception {
        Promise<Long> lost = once("r1", () -> till.deposit(500));
        store.awaitCommit();
        store.failNext();
        store.release(MANY);
        assertThatThrownBy(() -> lost.await(LIMIT)).isInstanceOf(StoreUnavailableException.class);
        assertThat(once("r1", () -> till.deposit(500)).await(LIMIT)).isEqualTo(500);
    }

    @Test
    void shouldSayThatACallWasNotDoneThatCannotBeLookedUp() {
        store.release(MANY);
        assertThat(till.cents().await(LIMIT)).isZero();
        store.failCalls(1);
        assertThatThrownBy(() -> once("r1", () -> till.deposit(500)).await(LIMIT))
                .isInstanceOfSatisfying(StoreUnavailableException.class, e -> assertThat(e.maybeExecuted())
                        .isFalse())
                .hasMessage(
                        "a call with an id must be looked up before it is done: type=till, key=a, id=r1, cause=the test says so");
        assertThat(once("r1", () -> till.deposit(500)).await(LIMIT)).isEqualTo(500);
    }

    @Test
    void shouldRememberTheFailureOfACallThatHasUpdated() {
        store.release(MANY);
        assertThatThrownBy(() -> once("r1", () -> till.depositAndThrow(500)).await(LIMIT))
                .isInstanceOf(IllegalStateException.class);
        restart();
        assertThatThrownBy(() -> once("r1", () -> till.depositAndThrow(500)).await(LIMIT))
                .isInstanceOfSatisfying(RemoteFailedException.class, e -> assertThat(e.type())
                        .isEqualTo("java.lang.IllegalStateException"))
                .hasMessage("the till is jammed");
        assertThat(till.cents().await(LIMIT)).isEqualTo(500);
    }

    @Test
    void shouldNotRememberCallsThatUpdateNothing() throws Exception {
        store.release(MANY);
        assertThatThrownBy(() -> once("r1", () -> till.refuse()).await(LIMIT)).hasMessage("closed");
        assertThat(once("r1", () -> till.cents()).await(LIMIT)).isZero();
        assertThat(till.deposit(5).await(LIMIT)).isEqualTo(5);
        assertThat(once("r1", () -> till.cents()).await(LIMIT)).isEqualTo(5);
        assertThat(store.callIds(new StateKey("till", "a"), 10)).isEmpty();
    }

    private List<StateWrite> writes() {
        return store.batches().stream().flatMap(List::stream).toList();
    }

    @Test
    void shouldStoreWhatIsUpdatedAfterWaitingForOthersWithItsIdAndItsReply() {
        store.release(MANY);
        CompletablePromise<Long> signal = new CompletablePromise<>();
        Promise<Long> first = once("r1", () -> till.depositWhatComes(signal));
        assertThat(till.cents().await(LIMIT)).isZero(); // others go on meanwhile
        Promise<Long> second = once("r1", () -> till.depositWhatComes(signal));
        assertThat(writes()).isEmpty();
        signal.complete(5L);
        assertThat(first.await(LIMIT)).isEqualTo(5);
        assertThat(second.await(LIMIT)).isEqualTo(5);
        assertThat(writes()).singleElement().satisfies(write -> {
            assertThat(write.state()).isNotNull();
            assertThat(write.rows().calls()).singleElement().satisfies(call -> assertThat(call.reply())
                    .hasSizeGreaterThan(1));
        });
        restart();
        assertThat(once("r1", () -> till.depositWhatComes(signal)).await(LIMIT)).isEqualTo(5);
        assertThat(till.calls().await(LIMIT)).isEqualTo(1);
    }

    @Test
    void shouldStoreWhatIsUpdatedAfterWaitingApartFromItsIdUnlessTheAnswerBelongsToTheCall() {
        store.release(MANY);
        CompletablePromise<Long> signal = new CompletablePromise<>();
        Promise<Long> deposit = once("r1", () -> till.depositWhatComesApart(signal));
        assertThat(till.cents().await(LIMIT)).isZero();
        signal.complete(5L);
        assertThat(deposit.await(LIMIT)).isEqualTo(5);
        assertThat(writes()).hasSize(2);
        assertThat(writes().get(0).rows().calls()).isEmpty();
        assertThat(writes().get(1).state()).isNull();
        assertThat(writes().get(1).rows().calls()).hasSize(1);
    }

    @Test
    void shouldStoreEachPartOfACallThatWaitsBetweenThem() {
        store.release(MANY);
        CompletablePromise<Long> first = new CompletablePromise<>();
        CompletablePromise<Long> second = new CompletablePromise<>();
        Promise<Long> deposit = once("r1", () -> till.depositAndWhatComes(100, first, second));
        assertThat(till.cents().await(LIMIT)).isEqualTo(100);
        first.complete(20L);
        while (till.calls().await(LIMIT) < 2) {
            Thread.onSpinWait();
        }
        assertThat(till.deposit(1_000).await(LIMIT)).isEqualTo(1_120);
        second.complete(3L);
        assertThat(deposit.await(LIMIT)).isEqualTo(1_123);
        List<StateWrite> mine = writes().stream()
                .filter(write -> !write.rows().calls().isEmpty())
                .toList();
        assertThat(mine).hasSize(3).allSatisfy(write -> assertThat(write.state())
                .isNotNull());
        assertThat(mine.get(0).rows().calls().get(0).reply()).hasSize(1); // that it waits
        assertThat(mine.get(2).rows().calls().get(0).reply()).hasSizeGreaterThan(1);
        restart();
        assertThat(once("r1", () -> till.depositAndWhatComes(100, first, second))
                        .await(LIMIT))
                .isEqualTo(1_123);
        assertThat(till.cents().await(LIMIT)).isEqualTo(1_123);
    }

    @Test
    void shouldKeepManyCallsApartThatWaitAtTheSameTime() {
        store.release(MANY);
        List<CompletablePromise<Long>> signals = new ArrayList<>();
        List<Promise<Long>> deposits = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            CompletablePromise<Long> signal = new CompletablePromise<>();
            signals.add(signal);
            deposits.add(once("r" + i, () -> till.depositWhatComes(signal)));
        }
        assertThat(till.cents().await(LIMIT)).isZero();
        signals.forEach(signal -> signal.complete(1L));
        List<Long> replies = Promise.all(deposits).await(LIMIT);
        assertThat(replies).doesNotHaveDuplicates().contains(1L, 100L);
        restart();
        for (int i = 0; i < 100; i++) {
            CompletablePromise<Long> signal = signals.get(i);
            assertThat(once("r" + i, () -> till.depositWhatComes(signal)).await(LIMIT))
                    .isEqualTo(replies.get(i));
        }
        assertThat(till.calls().await(LIMIT)).isEqualTo(100);
    }

    @Test
    void shouldUpdateNothingAfterWaitingIfTheCallWasDroppedMeanwhile() throws Exception {
        CompletablePromise<Long> signal = new CompletablePromise<>();
        Promise<Long> waiting = once("r1", () -> till.depositWhatComes(signal));
        Promise<Long> lost = till.deposit(7);
        store.awaitCommit();
        store.failNext();
        store.release(MANY);
        assertThatThrownBy(() -> lost.await(LIMIT)).isInstanceOf(StoreUnavailableException.class);
        assertThatThrownBy(() -> waiting.await(LIMIT)).isInstanceOf(StoreUnavailableException.class);
        signal.complete(5L);
        assertThat(till.cents().await(LIMIT)).isZero();
        assertThat(once("r1", () -> till.depositWhatComes(signal)).await(LIMIT)).isEqualTo(5);
        assertThat(till.calls().await(LIMIT)).isEqualTo(1);
    }

    @Test
    void shouldTellTheFailureOfOthersAndRememberNothing() {
        store.release(MANY);
        CompletablePromise<Long> signal = new CompletablePromise<>();
        Promise<Long> deposit = once("r1", () -> till.depositWhatComes(signal));
        signal.fail(new IllegalStateException("no answer"));
        assertThatThrownBy(() -> deposit.await(LIMIT)).hasMessage("no answer");
        assertThat(writes()).isEmpty();
        CompletablePromise<Long> again = new CompletablePromise<>();
        again.complete(5L);
        assertThat(once("r1", () -> till.depositWhatComes(again)).await(LIMIT)).isEqualTo(5);
    }

    @Test
    void shouldUpdateAfterACallThatHasAnsweredAndWithoutAnId() {
        store.release(MANY);
        CompletablePromise<Long> signal = new CompletablePromise<>();
        CallId.of("r1").run(() -> till.depositLater(signal));
        till.depositLater(signal);
        Promise<Long> plain = till.depositWhatComes(signal);
        assertThat(till.cents().await(LIMIT)).isZero();
        signal.complete(5L);
        plain.await(LIMIT);
        while (till.cents().await(LIMIT) < 15) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldRefuseAReplyAboveItsLimitAndUpdateNothing() {
        store.release(MANY);
        assertThat(once("r0", () -> till.large(60_000)).await(LIMIT)).hasSize(60_000);
        assertThatThrownBy(() -> once("r1", () -> till.large(70_000)).await(LIMIT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the reply of a call with an id must have at most 65536 bytes: bytes=70");
        assertThat(till.calls().await(LIMIT)).isEqualTo(1);
        assertThat(once("r0", () -> till.large(60_000)).await(LIMIT)).hasSize(60_000);
    }

    @Test
    void shouldRefuseAnIdForAnotherMethod() {
        store.release(MANY);
        once("r1", () -> till.deposit(500)).await(LIMIT);
        assertThatThrownBy(() -> once("r1", () -> till.large(1)).await(LIMIT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the id of a call must be that of one call: type=till, key=a, id=r1, method=large(int),"
                        + " first=deposit(long)");
    }

    @Test
    void shouldForgetACallWhenItsTimeIsOver() {
        store.release(MANY);
        once("r1", () -> till.deposit(500)).await(LIMIT);
        clock.advance(Duration.ofMinutes(59));
        assertThat(once("r1", () -> till.deposit(500)).await(LIMIT)).isEqualTo(500);
        clock.advance(Duration.ofMinutes(1));
        assertThat(once("r1", () -> till.deposit(500)).await(LIMIT)).isEqualTo(1000);
    }

    @Test
    void shouldKnowEachOfManyCallsOfOneActor() {
        store.release(MANY);
        List<Promise<Long>> first = new ArrayList<>();
        for (int i = 0; i < 2_500; i++) {
            String id = "r" + i;
            first.add(once(id, () -> till.deposit(1)));
        }
        List<Long> replies = Promise.all(first).await(LIMIT);
        for (int i : new int[] {0, 999, 1000, 1001, 2000, 2499}) {
            assertThat(once("r" + i, () -> till.deposit(1)).await(LIMIT)).isEqualTo(replies.get(i));
        }
        restart();
        for (int i : new int[] {0, 1500, 2499}) {
            assertThat(once("r" + i, () -> till.deposit(1)).await(LIMIT)).isEqualTo(replies.get(i));
        }
        assertThat(once("new", () -> till.deposit(1)).await(LIMIT)).isEqualTo(2501);
    }

    @Test
    void shouldRefuseIdsThatNoDatabaseKeepsApart() {
        for (String id : List.of("\uD800", "a\uDC00b")) { // both would be stored with a question mark
            assertThatThrownBy(() -> CallId.of(id))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("id of a call must not have half a surrogate pair: index=");
        }
        assertThat(CallId.of("\uD83D\uDE00").id()).hasSize(2);
    }

    @Test
    void shouldRefuseIdsThatBreakTheRule() {
        for (String id : List.of("", "x".repeat(513), "a\nb")) {
            assertThatThrownBy(() -> CallId.of(id)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> ClusterConfig.memory().callIdsFor(Duration.ofSeconds(59)))
                .hasMessage("callIdsFor must be from 1 minute to 366 days: callIdsFor=PT59S");
    }
}
