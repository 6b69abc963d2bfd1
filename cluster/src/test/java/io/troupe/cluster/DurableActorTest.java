// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.actor.FencedException;
import io.troupe.cluster.actor.StoreUnavailableException;
import io.troupe.cluster.store.ScriptedStore;
import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StateWrite;
import io.troupe.cluster.store.StoredState;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.Supervision;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.BackpressureException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DurableActorTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int MANY = 1_000_000;

    private final ActorSystem system = ActorSystem.start("durable");
    private final ScriptedStore store = new ScriptedStore();
    private final Cluster cluster =
            Cluster.on(system, store, ClusterConfig.memory().commitQueue(100));

    DurableActorTest() {
        cluster.host(Account.class, Account::new);
    }

    @AfterEach
    void close() {
        store.release(MANY);
        system.close();
    }

    private Account account(String key) {
        return cluster.actor(Account.class, key);
    }

    /** An update that the store has begun to commit and does not end. */
    private Promise<Long> uncommitted(Account account) throws InterruptedException {
        return uncommitted(account, store);
    }

    private static Promise<Long> uncommitted(Account account, ScriptedStore in) throws InterruptedException {
        Promise<Long> deposit = account.deposit(500);
        in.awaitCommit();
        return deposit;
    }

    @Test
    void shouldAnswerAnUpdateWhenItIsStored() throws Exception {
        Promise<Long> deposit = uncommitted(account("a"));
        assertThat(deposit.isSettled()).isFalse();
        store.release(1);
        assertThat(deposit.await(LIMIT)).isEqualTo(500);
        assertThat(store.memory().load(new StateKey("account", "a")).version()).isEqualTo(1);
    }

    @Test
    void shouldHoldEveryAnswerAfterAnUpdateThatIsNotStored() throws Exception {
        Account account = account("a");
        uncommitted(account);
        List<Promise<?>> answers = new ArrayList<>();
        answers.add(account.balance());
        answers.add(account.depositAndAnswer(1));
        answers.add(account.depositAndFail(1));
        answers.add(account.balance());
        CompletablePromise<String> signal = new CompletablePromise<>();
        answers.add(account.balanceAfter(signal));
        signal.complete("go");
        turnsOf(account);
        assertThat(answers).noneMatch(Promise::isSettled);
        store.release(MANY);
        assertThat(answers.get(0).await(LIMIT)).isEqualTo(500L);
        assertThat(answers.get(1).await(LIMIT)).isEqualTo("done");
        assertThatThrownBy(() -> answers.get(2).await(LIMIT)).hasMessageContaining("failed after the update");
        assertThat(answers.get(3).await(LIMIT)).isEqualTo(502L);
        assertThat(answers.get(4).await(LIMIT)).isEqualTo(502L);
    }

    @Test
    void shouldAnswerOthersMeanwhile() throws Exception {
        uncommitted(account("a"));
        assertThat(account("b").balance().await(LIMIT)).isZero();
    }

    @Test
    void shouldHoldCallsToOthersUntilTheUpdateIsStored() throws Exception {
        Account a = account("a");
        Account b = account("b");
        assertThat(b.balance().await(LIMIT)).isZero();
        a.depositAndTell(7, b);
        store.awaitCommit();
        turnsOf(a);
        assertThat(b.balance().await(LIMIT)).isZero();
        store.release(MANY);
        store.awaitCommit(); // what b was told
        assertThat(b.balance().await(LIMIT)).isEqualTo(7);
    }

    @Test
    void shouldDropWhatWasNotStoredAndReadAgainWhenACommitFails() throws Exception {
        Account a = account("a");
        store.release(1);
        assertThat(uncommitted(a).await(LIMIT)).isEqualTo(500);
        Promise<Long> lost = uncommitted(a);
        Promise<Long> built = a.deposit(1);
        Promise<Long> seen = a.balance();
        a.depositAndTell(3, account("b"));
        turnsOf(a);
        store.failNext();
        store.release(MANY);
        for (Promise<Long> each : List.of(lost, built, seen)) {
            assertThatThrownBy(() -> each.await(LIMIT))
                    .isInstanceOfSatisfying(StoreUnavailableException.class, e -> assertThat(e.maybeExecuted())
                            .isTrue())
                    .hasMessageContaining("type=account, key=a");
        }
        assertThat(a.balance().await(LIMIT)).isEqualTo(500);
        assertThat(account("b").balance().await(LIMIT)).isZero();
        assertThat(system.deadLetters(DeadLetter.Reason.NOT_STORED)).isEqualTo(1);
        assertThat(a.deposit(1).await(LIMIT)).isEqualTo(501);
    }

    @Test
    void shouldTellThatAnotherHasTakenOver() {
        store.refuse();
        store.release(MANY);
        assertThatThrownBy(() -> account("a").deposit(1).await(LIMIT))
                .isInstanceOfSatisfying(FencedException.class, e -> assertThat(e.maybeExecuted())
                        .isFalse());
    }

    @Test
    void shouldStoreManyUpdatesOfOneKeyTogether() throws Exception {
        Account a = account("a");
        uncommitted(a);
        List<Promise<Long>> deposits = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            deposits.add(a.deposit(1));
        }
        turnsOf(a);
        store.release(MANY);
        assertThat(Promise.all(deposits).await(LIMIT)).startsWith(501L).endsWith(550L);
        assertThat(store.batches()).hasSize(2);
    }

    @Test
    void shouldRefuseUpdatesThatTakeMoreMemoryThanTheConfigurationAllows() throws Exception {
        ScriptedStore slow = new ScriptedStore();
        try (ActorSystem other = ActorSystem.start("little")) {
            Cluster little = Cluster.on(other, slow, ClusterConfig.memory().commitMemory(2 << 20));
            little.host(Account.class, Account::new);
            Account a = little.actor(Account.class, "a");
            uncommitted(a, slow);
            List<Promise<Long>> deposits = new ArrayList<>();
            for (int i = 0; i < 8_192; i++) { // of 256 bytes and a state each
                deposits.add(a.deposit(1));
            }
            turnsOf(a);
            slow.release(MANY);
            assertThat(deposits.get(4_000).await(LIMIT)).isEqualTo(4_501);
            assertThatThrownBy(() -> deposits.get(8_191).await(LIMIT)).isInstanceOf(BackpressureException.class);
        }
    }

    @Test
    void shouldRefuseUpdatesThatComeFasterThanTheyCanBeStored() throws Exception {
        Account a = account("a");
        uncommitted(a);
        List<Promise<Long>> deposits = new ArrayList<>();
        for (int i = 0; i < 101; i++) {
            deposits.add(a.deposit(1));
        }
        turnsOf(a);
        store.release(MANY);
        assertThat(deposits.get(99).await(LIMIT)).isEqualTo(600);
        assertThatThrownBy(() -> deposits.get(100).await(LIMIT)).isInstanceOf(BackpressureException.class);
        assertThat(a.deposit(1).await(LIMIT)).isEqualTo(601);
    }

    @Test
    void shouldRefuseAStateThatIsTooLargeAndKeepTheOneBefore() throws Exception {
        store.release(MANY);
        Account a = account("a");
        a.deposit(5).await(LIMIT);
        assertThatThrownBy(() -> a.note("x".repeat(1 << 20)).await(LIMIT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("a state must have at most 1048576 bytes: type=account, key=a, bytes=10");
        assertThat(a.deposit(1).await(LIMIT)).isEqualTo(6);
    }

    @Test
    void shouldRefuseAnUpdateWhileAnotherOneIsMade() {
        store.release(MANY);
        cluster.host(Careless.class, Careless::new);
        Careless actor = cluster.actor(Careless.class, "a");
        List<Supplier<Promise<Long>>> nested = List.of(actor::addWhileAdding, actor::addWhileCausing);
        for (Supplier<Promise<Long>> each : nested) {
            assertThatThrownBy(() -> each.get().await(LIMIT))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("an update must be made when the one before is, not within it: type=careless, key=a");
        }
        assertThat(actor.add(1).await(LIMIT)).isEqualTo(1); // nothing has changed
        assertThat(actor.add(1).await(LIMIT)).isEqualTo(2);
    }

    @Test
    void shouldRefuseAnUpdateOutsideOfTheTurnsOfItsActor() {
        store.release(MANY);
        cluster.host(Careless.class, Careless::new);
        Careless actor = cluster.actor(Careless.class, "a");
        assertThatThrownBy(() -> actor.addElsewhere().await(LIMIT))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("an update must be made in a turn of its actor: type=careless, key=a, thread=elsewhere");
        assertThat(actor.add(1).await(LIMIT)).isEqualTo(1);
        assertThatThrownBy(() -> actor.addElsewhere().await(LIMIT)).isInstanceOf(IllegalStateException.class);
        assertThat(actor.add(1).await(LIMIT)).isEqualTo(2);
    }

    @Test
    void shouldReadWhatWasStoredAfterARestartOfTheObject() throws Exception {
        Account a = account("a");
        a.addAndBreak(5); // a new object comes while the update is under way
        store.awaitCommit();
        Promise<Long> balance = a.balance();
        store.release(MANY);
        assertThat(balance.await(LIMIT)).isEqualTo(5);
        assertThat(a.deposit(1).await(LIMIT)).isEqualTo(6);
    }

    @Test
    void shouldTellCallersThatTheStateCannotBeReadAndReadItLater() throws Exception {
        store.failLoads(2);
        Account a = account("a");
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> a.balance().await(LIMIT))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageStartingWith("a state must be read before it is used: type=account, key=a");
        }
        assertThat(a.balance().await(LIMIT)).isZero();
    }

    /** It is not the fault of the key. */
    @Test
    void shouldNotLeaveAKeyAloneWhoseStoreWasAway() {
        store.failLoads(10);
        Account a = account("a");
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(() -> a.balance().await(LIMIT)).isInstanceOf(StoreUnavailableException.class);
        }
        assertThat(a.balance().await(LIMIT)).isZero();
    }

    @Test
    void shouldLeaveAKeyAloneThatCannotBeReadFiveTimes() throws Exception {
        store.memory()
                .commit(List.of(new StateWrite(
                        new StateKey("account", "bad"), new StoredState(1, 1, new byte[] {(byte) 0xFF, 1}))));
        Account bad = account("bad");
        for (int i = 0; i < 20; i++) {
            assertThatThrownBy(() -> bad.balance().await(LIMIT))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageStartingWith(
                            "a stored state must be readable: type=account, key=bad, version=1, format=1, cause=");
        }
        assertThat(store.loads()).isEqualTo(5);
        assertThat(account("good").balance().await(LIMIT)).isZero();
    }

    @Test
    void shouldFailWhatIsOwedWhenTheSystemClosesBeforeItIsStored() throws Exception {
        Account a = account("a");
        Promise<Long> deposit = uncommitted(a);
        system.stop(a).await(LIMIT);
        assertThatThrownBy(() -> deposit.await(LIMIT)).isInstanceOf(ActorStoppedException.class);
    }

    @Test
    void shouldFindTheSameActorByTheSameKey() {
        assertThat(account("a")).isEqualTo(account("a"));
        assertThat(account("a").name().await(LIMIT)).isEqualTo("a");
    }

    @Test
    void shouldRefuseKeysOfStrangersThatBreakTheRule() {
        for (String key : List.of("", "x".repeat(513), "a\nb", "a\u0000", "\uD800")) {
            assertThatThrownBy(() -> account(key)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void shouldRefuseTypesThatAreNotHostedOrHostedTwice() {
        assertThatThrownBy(() -> cluster.actor(Account.Later.class, "a"))
                .hasMessage("a class must be hosted before its actors are used: type=account, hosted=[account]");
        assertThatThrownBy(() -> cluster.host(Account.Later.class, Account.Later::new))
                .hasMessage("a class must be hosted once: type=account");
    }

    @Test
    void shouldRefuseADurableActorThatNoClusterHasMade() {
        Account spawned = system.spawn(
                Account.class, Account::new, ActorOptions.defaults().supervision(Supervision.stop()));
        assertThatThrownBy(() -> spawned.balance().await(LIMIT)).isInstanceOf(ActorStoppedException.class);
    }

    /** The actor has handled what it had. */
    private static void turnsOf(Account account) throws InterruptedException {
        for (int i = 0; i < 3; i++) { // two more turns, so that continuations of the last message have run as well
            DurableFixture.awaitTurn(account::count);
        }
    }
}
