// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.actor.CallId;
import io.troupe.cluster.actor.FencedException;
import io.troupe.cluster.actor.StoreUnavailableException;
import io.troupe.cluster.store.RowChanges;
import io.troupe.cluster.store.RowChanges.StoredEvent;
import io.troupe.cluster.store.ScriptedStore;
import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StateStore;
import io.troupe.cluster.store.StateWrite;
import io.troupe.cluster.store.StoredState;
import io.troupe.core.ActorSystem;
import io.troupe.core.error.BackpressureException;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.timer.ManualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int MANY = 1_000_000;
    private static final StateKey A = new StateKey("ledger", "a");

    private final ManualClock clock = new ManualClock();
    private final ScriptedStore store = new ScriptedStore();
    private final List<ActorSystem> systems = new ArrayList<>();
    private Cluster cluster = start();

    @TempDir
    private Path folder;

    private Cluster start() {
        ActorSystem system = ActorSystem.builder()
                .name("ledgers-" + systems.size())
                .clock(clock)
                .askTimeout(Duration.ofDays(300))
                .start();
        systems.add(system);
        return Cluster.on(system, store, ClusterConfig.memory().commitQueue(500));
    }

    private Ledger ledger(String key) {
        return cluster.actor(Ledger.class, key);
    }

    private Ledger hosted() {
        cluster.host(Ledger.class, Ledger::new);
        return ledger("a");
    }

    private Cluster restart() {
        store.release(MANY);
        systems.get(systems.size() - 1).close();
        cluster = start();
        return cluster;
    }

    /** Until the actor has handled what it was sent. */
    private static void awaitTurns(Ledger ledger) throws InterruptedException {
        DurableFixture.awaitTurn(ledger::count);
    }

    private List<StateWrite> writes() {
        return store.batches().stream().flatMap(List::stream).toList();
    }

    @AfterEach
    void close() {
        store.release(MANY);
        systems.forEach(ActorSystem::close);
    }

    @Test
    void shouldAnswerARecordedEventWhenItIsStored() throws Exception {
        Ledger a = hosted();
        Promise<Long> deposit = a.deposit(500);
        store.awaitCommit();
        Promise<Long> seen = a.cents();
        assertThat(deposit.isSettled()).isFalse();
        assertThat(seen.isSettled()).isFalse();
        store.release(MANY);
        assertThat(deposit.await(LIMIT)).isEqualTo(510);
        assertThat(seen.await(LIMIT)).isEqualTo(510);
        StateStore memory = store.memory();
        assertThat(memory.load(A).version()).isEqualTo(1);
        assertThat(memory.load(A).format()).isEqualTo(StoredState.JOURNAL);
        assertThat(memory.events(A, 0, 10)).hasSize(1);
        assertThat(memory.snapshot(A)).isNull();
    }

    @Test
    void shouldReadTheStateAgainFromASnapshotAndTheEventsBehindIt() throws Exception {
        store.release(MANY);
        Ledger a = hosted();
        for (int i = 1; i <= 250; i++) {
            a.deposit(i);
        }
        assertThat(a.entries().await(LIMIT)).isEqualTo(250);
        assertThat(store.memory().snapshot(A).version()).isEqualTo(200);
        assertThat(store.memory().events(A, 0, 1_000)).hasSize(250);
        restart();
        Ledger again = hosted();
        assertThat(again.cents().await(LIMIT)).isEqualTo(10 + 250 * 251 / 2);
        for (int i = 0; i < 50; i++) {
            again.deposit(0);
        }
        assertThat(again.entries().await(LIMIT)).isEqualTo(300);
        assertThat(store.memory().snapshot(A).version()).isEqualTo(300);
    }

    @Test
    void shouldReadThousandsOfEventsWhereSnapshotsAreRare() throws Exception {
        store.release(MANY);
        cluster.host(Ledger.Strict.class, Ledger.Strict::new);
        List<Promise<Integer>> notes = new ArrayList<>();
        for (int i = 1; i <= 2_500; i++) {
            notes.add(cluster.actor(Ledger.Strict.class, "a").note("n"));
            if (i % 100 == 0) {
                Promise.all(notes).await(LIMIT);
            }
        }
        assertThat(store.memory().snapshot(A)).isNull();
        restart().host(Ledger.Strict.class, Ledger.Strict::new);
        assertThat(cluster.actor(Ledger.Strict.class, "a").entries().await(LIMIT))
                .isEqualTo(2_500);
    }

    @Test
    void shouldGiveTheHistoryInPages() {
        store.release(MANY);
        Ledger a = hosted();
        a.deposit(1).await(LIMIT);
        clock.advance(Duration.ofSeconds(5));
        a.note("tea").await(LIMIT);
        a.pay("b", 4).await(LIMIT);
        assertThat(a.history(1, 1_000).await(LIMIT))
                .containsExactly("1 Deposited[cents=1]", "2 Note[text=tea]", "3 Paid[cents=4, to=b]");
        assertThat(a.history(2, 1).await(LIMIT)).containsExactly("2 Note[text=tea]");
        assertThat(a.history(4, 1).await(LIMIT)).isEmpty();
        List<Long> times = a.times().await(LIMIT);
        assertThat(times.get(1) - times.get(0)).isEqualTo(5_000);
        for (int limit : new int[] {0, 1_001}) {
            assertThatThrownBy(() -> a.history(1, limit).await(LIMIT))
                    .hasMessage("events must be read from 1 on, up to 1000: from=1, limit=" + limit);
        }
    }

    @Test
    void shouldStoreEventsOfOneKeyThatComeMeanwhileInOneCommit() throws Exception {
        Ledger a = hosted();
        a.deposit(1);
        store.awaitCommit();
        List<Promise<Long>> deposits = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            deposits.add(a.deposit(1));
        }
        awaitTurns(a);
        store.release(MANY);
        assertThat(Promise.all(deposits).await(LIMIT)).startsWith(12L).endsWith(161L);
        assertThat(store.memory().events(A, 0, 1_000)).hasSize(151);
        assertThat(store.memory().snapshot(A).version()).isEqualTo(100);
        assertThat(store.batches().size()).isLessThan(10);
    }

    @Test
    void shouldStoreEventsWithTheirEffectsAndReminders() throws Exception {
        store.release(MANY);
        Ledger a = hosted();
        assertThat(a.pay("b", 7).await(LIMIT)).isEqualTo(3);
        DurableFixture.await(() -> ledger("b").cents().await(LIMIT), 17L);
        a.remindOf(100).await(LIMIT);
        DurableFixture.await(
                () -> {
                    clock.advance(Duration.ofSeconds(2));
                    return a.cents().await(LIMIT);
                },
                103L);
        assertThat(a.history(1, 10).await(LIMIT))
                .containsExactly("1 Paid[cents=7, to=b]", "2 Note[text=later]", "3 Deposited[cents=100]");
    }

    @Test
    void shouldStoreTheEventsOfACallWithItsIdAndItsReplyInOneWrite() {
        store.release(MANY);
        Ledger a = hosted();
        assertThat(CallId.of("r1").run(() -> a.depositTwice(5)).await(LIMIT)).isEqualTo(20);
        assertThat(CallId.of("r1").run(() -> a.depositTwice(5)).await(LIMIT)).isEqualTo(20);
        assertThat(writes()).singleElement().satisfies(write -> {
            assertThat(write.rows().events()).extracting(StoredEvent::version).containsExactly(1L, 2L);
            assertThat(write.rows().calls()).hasSize(1);
        });
        restart();
        Ledger again = hosted();
        assertThat(CallId.of("r1").run(() -> again.depositTwice(5)).await(LIMIT))
                .isEqualTo(20);
        assertThat(again.entries().await(LIMIT)).isEqualTo(2);
    }

    @Test
    void shouldDropEventsThatWereNotStoredWithWhatWaitsForThem() throws Exception {
        store.release(1);
        Ledger a = hosted();
        assertThat(a.deposit(1).await(LIMIT)).isEqualTo(11);
        store.awaitCommit();
        Promise<Long> lost = a.deposit(2);
        store.awaitCommit();
        Promise<Long> built = a.deposit(3);
        a.depositAndTell(4, ledger("b"));
        awaitTurns(a);
        store.failNext();
        store.release(MANY);
        for (Promise<Long> each : List.of(lost, built)) {
            assertThatThrownBy(() -> each.await(LIMIT))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("type=ledger, key=a, version=2");
        }
        assertThat(a.cents().await(LIMIT)).isEqualTo(11);
        assertThat(a.deposit(5).await(LIMIT)).isEqualTo(16);
        assertThat(a.history(1, 10).await(LIMIT)).containsExactly("1 Deposited[cents=1]", "2 Deposited[cents=5]");
        assertThat(ledger("b").cents().await(LIMIT)).isEqualTo(10);
    }

    @Test
    void shouldTellThatAnotherHasTakenOver() {
        store.refuse();
        store.release(MANY);
        assertThatThrownBy(() -> hosted().deposit(1).await(LIMIT)).isInstanceOf(FencedException.class);
    }

    @Test
    void shouldRefuseEventsThatComeFasterThanTheyCanBeStored() throws Exception {
        Ledger a = hosted();
        a.deposit(1);
        store.awaitCommit();
        List<Promise<Long>> deposits = new ArrayList<>();
        for (int i = 0; i < 501; i++) {
            deposits.add(a.deposit(1));
        }
        awaitTurns(a);
        store.release(MANY);
        assertThat(deposits.get(499).await(LIMIT)).isEqualTo(511);
        assertThatThrownBy(() -> deposits.get(500).await(LIMIT)).isInstanceOf(BackpressureException.class);
        for (int i = 0; i < 150; i++) {
            a.deposit(1);
        }
        assertThat(a.entries().await(LIMIT)).isEqualTo(651);
        assertThat(store.memory().snapshot(A).version()).isEqualTo(600);
    }

    @Test
    void shouldRecordNothingIfAnEventDoesNotApply() {
        store.release(MANY);
        Ledger a = hosted();
        assertThatThrownBy(() -> a.pay("b", 11).await(LIMIT))
                .hasMessage("the ledger must cover what is paid: cents=11");
        assertThat(a.entries().await(LIMIT)).isZero();
        assertThat(writes()).isEmpty();
    }

    @Test
    void shouldRefuseAnEventThatIsTooLargeAndKeepTheState() {
        store.release(MANY);
        Ledger a = hosted();
        assertThatThrownBy(() -> a.note("x".repeat(1 << 16)).await(LIMIT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("an event must have at most 65536 bytes: type=ledger, key=a, event="
                        + Ledger.Note.class.getName() + ", bytes=65");
        assertThat(a.note("x").await(LIMIT)).isEqualTo(1);
    }

    @Test
    void shouldRefuseUpdatesOfAnActorWithAJournal() {
        store.release(MANY);
        Ledger a = hosted();
        assertThatThrownBy(() -> a.update(5).await(LIMIT))
                .hasMessage("an actor with a journal must record events, not update: type=ledger, key=a");
        assertThat(a.cents().await(LIMIT)).isEqualTo(10);
    }

    @Test
    void shouldRefuseAJournalForStatesThatWereUpdated() {
        store.release(MANY);
        cluster.host(Ledger.Plain.class, Ledger.Plain::new);
        cluster.actor(Ledger.Plain.class, "a").deposit(5).await(LIMIT);
        restart();
        Ledger a = hosted();
        assertThatThrownBy(() -> a.cents().await(LIMIT))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessage("an actor with a journal must have had it from its first update on: type=ledger, key=a,"
                        + " version=1");
        assertThat(ledger("b").cents().await(LIMIT)).isEqualTo(10);
    }

    @Test
    void shouldRefuseUpdatesWhereEventsAreStored() {
        store.release(MANY);
        hosted().deposit(5).await(LIMIT);
        restart().host(Ledger.Plain.class, Ledger.Plain::new);
        assertThatThrownBy(
                        () -> cluster.actor(Ledger.Plain.class, "a").deposit(1).await(LIMIT))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessage("an actor whose events are stored must have a journal: type=ledger, key=a, version=1");
    }

    @Test
    void shouldRefuseEventsWithoutAnEncoding() {
        store.release(MANY);
        cluster.host(Ledger.Unstorable.class, Ledger.Unstorable::new);
        assertThatThrownBy(() ->
                        cluster.actor(Ledger.Unstorable.class, "a").start().await(LIMIT))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageStartingWith("the events of a journal must have an encoding: type="
                        + Ledger.Unstorable.class.getName() + ", key=a, events="
                        + Ledger.Unstorable.Started.class.getName() + ", cause=");
    }

    @Test
    void shouldLeaveAKeyAloneWhoseEventsDoNotApplyAnyMore() {
        store.release(MANY);
        Ledger a = hosted();
        a.deposit(1).await(LIMIT);
        a.deposit(101).await(LIMIT);
        restart().host(Ledger.Strict.class, Ledger.Strict::new);
        int before = store.loads();
        for (int i = 0; i < 20; i++) {
            assertThatThrownBy(() ->
                            cluster.actor(Ledger.Strict.class, "a").entries().await(LIMIT))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessage("a stored event must apply: type=ledger, key=a, number=2,"
                            + " cause=java.lang.IllegalStateException: too much");
        }
        assertThat(store.loads() - before).isEqualTo(5);
        assertThat(cluster.actor(Ledger.Strict.class, "b").entries().await(LIMIT))
                .isZero();
    }

    @Test
    void shouldRefuseAHistoryWithAGap() throws Exception {
        store.release(MANY);
        StoredEvent third = new StoredEvent(3, 1, new byte[0], 0);
        store.memory().commit(List.of(new StateWrite(A, StoredState.ofJournal(3), RowChanges.NONE.with(third, null))));
        assertThatThrownBy(() -> hosted().cents().await(LIMIT))
                .hasMessage("the events of a journal must lead to its version: type=ledger, key=a, version=3, found=0");
    }

    @Test
    void shouldRefuseEventsThatCannotBeReadOrAreOfALaterRelease() throws Exception {
        store.release(MANY);
        StoredEvent damaged = new StoredEvent(1, 1, new byte[] {(byte) 0xFF, 1}, 0);
        StoredEvent later = new StoredEvent(1, 2, new byte[] {1}, 0);
        store.memory()
                .commit(List.of(
                        new StateWrite(A, StoredState.ofJournal(1), RowChanges.NONE.with(damaged, null)),
                        new StateWrite(
                                new StateKey("ledger", "b"),
                                StoredState.ofJournal(1),
                                RowChanges.NONE.with(later, null))));
        assertThatThrownBy(() -> hosted().cents().await(LIMIT))
                .hasMessageStartingWith("a stored event must be readable: type=ledger, key=a, number=1, cause=");
        assertThatThrownBy(() -> ledger("b").cents().await(LIMIT))
                .hasMessage("a stored event must be readable: type=ledger, key=b, number=1, cause=its format is 2,"
                        + " this release reads 1");
    }

    @Test
    void shouldRefuseASecondJournalAndSnapshotsOutOfRange() {
        assertThatThrownBy(Ledger.Twice::new)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("an actor must have one journal: class=" + Ledger.Twice.class.getName());
        for (int events : new int[] {0, 10_001}) {
            assertThatThrownBy(() -> new Ledger.Rare(events))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("snapshotEvery must be from 1 to 10000: snapshotEvery=" + events);
        }
    }

    @Test
    void shouldHaveEachEventThatWasAnsweredAndNoneTwiceWhateverFails() throws Exception {
        store.release(MANY);
        Random random = new Random(7);
        List<Promise<Integer>> notes = new ArrayList<>();
        Ledger a = hosted();
        for (int i = 0; i < 600; i++) {
            String id = "n" + i;
            Ledger to = a;
            notes.add(i % 3 == 0 ? CallId.of(id).run(() -> to.note(id)) : to.note(id));
            if (random.nextInt(20) == 0) {
                store.failNext();
            }
            if (random.nextInt(30) == 0) {
                DurableFixture.await(() -> to.entries().recover(e -> -1).await(LIMIT) >= 0, true);
            }
            if (random.nextInt(150) == 0) {
                restart();
                a = hosted();
            }
        }
        List<String> answered = new ArrayList<>();
        for (int i = 0; i < notes.size(); i++) {
            Promise<Integer> note = notes.get(i);
            DurableFixture.await(note::isSettled, true);
            if (!note.isFailed()) {
                answered.add("n" + i);
            }
        }
        restart();
        a = hosted();
        int entries = a.entries().await(LIMIT);
        List<String> history = new ArrayList<>(a.history(1, 1_000).await(LIMIT));
        assertThat(history).hasSize(entries).doesNotHaveDuplicates();
        List<String> texts = history.stream()
                .map(each -> each.replaceAll(".*text=(.*)]", "$1"))
                .toList();
        assertThat(texts).doesNotHaveDuplicates().containsAll(answered);
        assertThat(answered).hasSizeGreaterThan(100);
    }

    @Test
    void shouldKeepEventsOverTheEndOfTheProcess() {
        for (int round = 0; round < 3; round++) {
            try (ActorSystem system = ActorSystem.start("round-" + round)) {
                Cluster file = Cluster.join(system, ClusterConfig.file(folder.resolve("state.db")));
                file.host(Ledger.class, Ledger::new);
                Ledger a = file.actor(Ledger.class, "a");
                assertThat(a.entries().await(LIMIT)).isEqualTo(round * 60);
                for (int i = 0; i < 60; i++) {
                    a.deposit(1);
                }
                assertThat(a.cents().await(LIMIT)).isEqualTo(10 + 60 * (round + 1));
            }
        }
    }
}
