// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.Directory;
import io.troupe.core.actor.DirectoryOptions;
import io.troupe.core.actor.Supervision;
import io.troupe.core.actor.Terminated;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.EndReason;
import io.troupe.core.error.SpawnRefusedException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DirectoryTest {
    private static final Duration IDLE = Duration.ofSeconds(40);

    private final ManualSystem test = new ManualSystem();
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final Directory<Account> accounts = directory(DirectoryOptions.defaults());

    private Directory<Account> directory(DirectoryOptions options) {
        return test.system.directory(Account.class, key -> new Account(key, log), options.passivateAfter(IDLE));
    }

    @AfterEach
    void close() {
        test.close();
        assertThat(test.system.actors()).isZero();
    }

    @Test
    void shouldMakeTheActorWithItsFirstCall() {
        Account account = accounts.get("4711");
        test.runAll();
        assertThat(log).isEmpty();

        account.deposit(5);

        assertThat(test.result(account.balance())).isEqualTo(5);
        assertThat(log).containsExactly("4711 starts");
        assertThat(test.system.actors()).isEqualTo(1);
    }

    @Test
    void shouldGiveEqualReferencesForOneKey() {
        assertThat(accounts.get("a")).isEqualTo(accounts.get("a")).isNotEqualTo(accounts.get("b"));
        accounts.get("a").deposit(1);

        assertThat(test.result(accounts.get("a").balance())).isEqualTo(1);
        assertThat(test.result(accounts.get("b").balance())).isZero();
    }

    @Test
    void shouldPassivateAnIdleActorAndActivateItAgainWithTheNextCall() {
        Account account = accounts.get("a");
        account.deposit(5);
        test.runAll();

        letTimePass();

        assertThat(log).containsExactly("a starts", "a stops");
        assertThat(test.system.actors()).isZero();
        assertThat(accounts.stats().active()).isZero();
        assertThat(test.result(account.balance())).isZero();
        assertThat(log).containsExactly("a starts", "a stops", "a starts");
    }

    @Test
    void shouldTellAtOnceWhoeverStopsAnActorThatHasNoObject() {
        Account account = accounts.get("a");
        Promise<Terminated> never = test.system.stop(account);
        Promise<Terminated> drained = test.system.stopWhenIdle(account);
        test.runAll();
        assertThat(test.result(never).reason()).isEqualTo(EndReason.STOPPED);
        assertThat(drained.isSettled()).isTrue();

        account.deposit(5);
        test.runAll();
        Promise<Terminated> watched = test.system.watch(account);
        Promise<Terminated> stopped = test.system.stop(account);
        Promise<Terminated> again = test.system.stop(account);
        test.runAll();
        assertThat(log).containsExactly("a starts", "a stops");
        assertThat(watched.isSettled()).isTrue();
        assertThat(stopped.isSettled()).isTrue();
        assertThat(again.isSettled()).isTrue();

        Promise<Terminated> later = test.system.watch(account);
        Promise<Terminated> passive = test.system.stop(account);
        test.runAll();
        assertThat(passive.isSettled()).isTrue();
        assertThat(later.isSettled()).isFalse(); // nothing has ended
    }

    @Test
    void shouldKeepAnActorThatIsUsed() {
        Account account = accounts.get("a");
        for (int i = 0; i < 10; i++) {
            account.deposit(1);
            test.advance(IDLE.dividedBy(2));
        }

        assertThat(test.result(account.balance())).isEqualTo(10);
        assertThat(log).containsExactly("a starts");
    }

    @Test
    void shouldKeepAnActorThatOwesAnAnswer() {
        CompletablePromise<Integer> answer = new CompletablePromise<>();
        Promise<Integer> asked = accounts.get("a").later(answer).timeout(Duration.ofDays(1));
        letTimePass();
        assertThat(log).containsExactly("a starts");

        answer.complete(7);

        assertThat(test.result(asked)).isEqualTo(7);
        letTimePass();
        assertThat(log).containsExactly("a starts", "a stops");
    }

    @Test
    void shouldPassivateTheOneThatWasNotUsedForLongestWhenThereAreTooMany() {
        Directory<Account> few = directory(DirectoryOptions.named("few").maxActive(3));
        for (String key : List.of("a", "b", "c", "a", "c", "d", "e")) {
            few.get(key).deposit(1);
            test.runAll();
        }

        assertThat(few.stats().active()).isEqualTo(3);
        assertThat(log).contains("b stops").hasSize(7);
        assertThat(few.stats().overruns()).isZero();
        assertThat(test.result(few.get("e").balance())).isEqualTo(1);
    }

    @Test
    void shouldOverrunTheBoundRatherThanWaitForActorsThatAreAtWork() {
        Directory<Account> one = directory(DirectoryOptions.named("one").maxActive(1));
        CompletablePromise<Integer> answer = new CompletablePromise<>();
        Promise<Integer> asked = one.get("a").later(answer);
        test.runAll();

        assertThat(test.result(one.get("b").balance())).isZero();
        assertThat(one.stats().active()).isEqualTo(2);
        assertThat(one.stats().overruns()).isEqualTo(1);
        answer.complete(1);
        assertThat(test.result(asked)).isEqualTo(1);
        assertThat(test.result(one.get("c").balance())).isZero();
        assertThat(test.result(one.get("d").balance())).isZero();
        assertThat(one.stats().active()).isEqualTo(1);
    }

    @Test
    void shouldExecuteCallsOfOneCallerInOrderWhateverObjectExecutesThem() {
        Directory<Account> one = directory(DirectoryOptions.named("one").maxActive(1));
        List<Promise<Integer>> answers = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            String key = "k" + i % 10;
            one.get(key).note(i);
            answers.add(one.get(key).balance());
        }
        test.runAll();

        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer.isFulfilled()).isTrue());
        for (int i = 0; i < 10; i++) {
            String prefix = "k" + i + " notes ";
            assertThat(log.stream().filter(line -> line.startsWith(prefix)))
                    .containsExactlyElementsOf(IntStream.range(0, 10)
                            .mapToObj(n -> prefix + (n * 10 + Integer.parseInt(prefix.substring(1, 2))))
                            .toList());
        }
        assertThat(one.stats().active()).isEqualTo(1);
        assertThat(test.letters).isEmpty();
    }

    @Test
    void shouldActivateAnActorAgainThatHasStoppedItself() {
        Account account = accounts.get("a");
        account.deposit(3);
        account.stopNow();
        account.deposit(4);

        assertThat(test.result(account.balance())).isEqualTo(4);
        assertThat(log).containsExactly("a starts", "a stops", "a starts");
        assertThat(test.system.isStopped(account)).isFalse();
    }

    @Test
    void shouldTellWatchersOfStopsButNotOfPassivation() {
        Promise<Terminated> watch = test.system.watch(accounts.get("a"));
        accounts.get("a").deposit(1);
        test.runAll();
        letTimePass();
        assertThat(log).contains("a stops");
        assertThat(watch.isSettled()).isFalse();

        accounts.get("a").stopNow();

        assertThat(test.result(watch).reason()).isEqualTo(EndReason.STOPPED);
        assertThat(test.result(watch).address()).isEqualTo("troupe://test/account/a");
    }

    @Test
    void shouldEndTimersWithTheObject() {
        accounts.get("a").tick(Duration.ofMillis(1_500));
        test.runAll();
        for (int i = 0; i < 120; i++) {
            test.advance(Duration.ofMillis(500));
        }

        assertThat(log).contains("a stops").endsWith("a stops");
    }

    @Test
    void shouldFailCallsThatWaitOrComeLaterWhenTheDirectoryIsStopped() {
        Account account = accounts.get("a");
        account.deposit(1);
        test.runAll();
        Account passive = accounts.get("b");
        Promise<Integer> waiting = account.balance();

        Promise<Void> stopped = accounts.stop();

        test.result(stopped);
        assertThatThrownBy(() -> test.result(waiting)).isInstanceOf(ActorStoppedException.class);
        assertThatThrownBy(() -> test.result(passive.balance())).isInstanceOf(ActorStoppedException.class);
        assertThatThrownBy(() -> accounts.get("c"))
                .isInstanceOf(SpawnRefusedException.class)
                .hasMessageContaining("the directory must not be closing");
        assertThat(log).containsExactly("a starts", "a stops");
        assertThat(directory(DirectoryOptions.defaults()).name()).isEqualTo("account");
    }

    @Test
    void shouldRefuseKeysAndNamesThatBreakTheRules() {
        assertThatThrownBy(() -> accounts.get("")).hasMessageContaining("length=0");
        assertThatThrownBy(() -> accounts.get("x".repeat(513))).hasMessageContaining("length=513");
        assertThatThrownBy(() -> accounts.get("a\nb")).hasMessageContaining("index=1, code=10");
        assertThatThrownBy(() -> accounts.get("a\uD83D")).hasMessageContaining("half a surrogate pair: index=1");
        assertThatThrownBy(() -> accounts.get("\uDE00a")).hasMessageContaining("half a surrogate pair: index=0");
        accounts.get("\uD83D\uDE00");
        assertThatThrownBy(() -> directory(DirectoryOptions.defaults()))
                .isInstanceOf(SpawnRefusedException.class)
                .hasMessageContaining("directory name must be unique");
        assertThatThrownBy(() -> DirectoryOptions.defaults().maxActive(0)).hasMessageContaining("maxActive=0");
        assertThatThrownBy(() -> DirectoryOptions.defaults().passivateAfter(Duration.ZERO))
                .hasMessageContaining("passivateAfter=PT0S");
        assertThatThrownBy(() -> DirectoryOptions.defaults()
                        .actors(ActorOptions.defaults().pinned(0)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldWriteKeysIntoAddressesSoThatTheyCannotBeMisread() {
        assertThat(test.system.address(accounts.get("a/b c%"))).isEqualTo("troupe://test/account/a%2Fb%20c%25");
    }

    @Test
    void shouldFailAllCallsThatWaitWhenTheActorCannotBeMadeAndTryAgainLaterAndLater() {
        AtomicInteger tries = new AtomicInteger();
        Directory<Account> broken = test.system.directory(
                Account.class,
                key -> {
                    tries.incrementAndGet();
                    throw new IllegalStateException("no disk");
                },
                DirectoryOptions.named("broken"));
        List<Promise<Integer>> calls =
                Stream.generate(() -> broken.get("a").balance()).limit(10).toList();
        test.runAll();
        assertThat(tries).hasValue(1);
        assertThat(calls).allSatisfy(call -> assertThatThrownBy(() -> test.result(call))
                .isInstanceOf(ActorStoppedException.class)
                .hasMessageContaining("the actor could not be started and is tried again in 100 ms: "
                        + "actor=troupe://test/broken/a")
                .hasMessageContaining("reason=FAILED, maybeExecuted=false")
                .hasRootCauseMessage("no disk"));

        test.advance(Duration.ofMillis(101));
        assertThatThrownBy(() -> test.result(broken.get("a").balance())).hasMessageContaining("in 200 ms");
        test.advance(Duration.ofMillis(101));
        assertThatThrownBy(() -> test.result(broken.get("a").balance())).hasMessageContaining("in 99 ms");
        assertThat(tries).hasValue(2);
        assertThat(broken.stats().active()).isZero();
    }

    /** Stops itself while it starts, the first fifty times. */
    public static class Quitter extends Actor<Quitter> {
        private final AtomicInteger made;
        private final boolean isLate;

        Quitter(AtomicInteger made, boolean isLate) {
            this.made = made;
            this.isLate = isLate;
        }

        @Override
        protected Promise<?> onStart() {
            if (made.incrementAndGet() > 50) {
                return Promise.done();
            }
            if (!isLate) {
                context().stop();
                return Promise.done();
            }
            CompletablePromise<Integer> ready = new CompletablePromise<>();
            context().after(Duration.ofMillis(10), () -> {
                context().stop();
                ready.complete(1);
            });
            return ready;
        }

        public Promise<Integer> one() {
            return Promise.of(1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNotBeMadeAgainAndAgainIfItStopsItselfBeforeItTakesCalls(boolean isLate) {
        AtomicInteger made = new AtomicInteger();
        Directory<Quitter> quitters = test.system.directory(
                Quitter.class, key -> new Quitter(made, isLate), DirectoryOptions.named("quitters"));
        List<Promise<Integer>> calls =
                Stream.generate(() -> quitters.get("a").one()).limit(10).toList();
        test.runAll();
        test.advance(Duration.ofMillis(10));
        assertThat(made).hasValue(1);
        assertThat(calls).allSatisfy(call -> assertThatThrownBy(() -> test.result(call))
                .isInstanceOf(ActorStoppedException.class)
                .hasMessageContaining("the actor could not be started and is tried again in 100 ms")
                .hasMessageContaining("maybeExecuted=false")
                .hasRootCauseMessage(
                        "an actor must take calls before it stops itself: actor=troupe://test/quitters/a"));

        test.advance(Duration.ofMillis(101));
        Promise<Integer> later = quitters.get("a").one();
        test.runAll();
        test.advance(Duration.ofMillis(10));
        assertThatThrownBy(() -> test.result(later)).hasMessageContaining("in 200 ms");
        assertThat(made).hasValue(2);
        assertThat(quitters.stats().active()).isZero();
    }

    @Test
    void shouldStartAgainWithShortPausesOnceAStartHasSucceeded() {
        AtomicInteger tries = new AtomicInteger();
        Directory<Account> shaky = test.system.directory(
                Account.class,
                key -> {
                    if (tries.incrementAndGet() <= 2) {
                        throw new IllegalStateException("no disk");
                    }
                    return new Account(key, log);
                },
                DirectoryOptions.named("shaky"));
        Account account = shaky.get("a");
        assertThatThrownBy(() -> test.result(account.balance())).hasMessageContaining("in 100 ms");
        test.advance(Duration.ofMillis(101));
        assertThatThrownBy(() -> test.result(account.balance())).hasMessageContaining("in 200 ms");
        test.advance(Duration.ofMillis(201));
        assertThat(test.result(account.balance())).isZero();
        account.stopNow();
        test.runAll();
        tries.set(0);

        assertThatThrownBy(() -> test.result(account.balance())).hasMessageContaining("in 100 ms");
    }

    @Test
    void shouldRestartAnActorThatFailsAndEndItsObjectWhenItFailsForGood() {
        Directory<Account> strict = directory(DirectoryOptions.named("strict").supervision(Supervision.stop()));
        accounts.get("a").deposit(5);
        accounts.get("a").fail();
        strict.get("b").deposit(5);
        strict.get("b").fail();
        strict.get("b").deposit(2);
        test.runAll();

        test.advance(Duration.ofSeconds(1));
        assertThat(test.result(accounts.get("a").balance())).isZero();
        assertThat(test.result(strict.get("b").balance())).isEqualTo(2);
        assertThat(log).containsExactly("a starts", "b starts", "b stops", "b starts", "a starts");
    }

    @Test
    void shouldKnowItsKeyAndBeFoundByItWhileItIsActive() {
        assertThat(test.system.find("account/a", Account.class)).isEmpty();
        assertThat(test.result(accounts.get("a").key())).isEqualTo("a");

        assertThat(test.system.find("account/a", Account.class)).contains(accounts.get("a"));
        assertThat(test.system.find("other/a", Account.class)).isEmpty();
        letTimePass();
        assertThat(test.system.find("account/a", Account.class)).isEmpty();
    }

    @Test
    void shouldMakeAnActorWithoutItsKey() {
        Directory<Keyless> keyless = test.system.directory(Keyless.class, Keyless::new);

        assertThat(test.result(keyless.get("x").name())).isEqualTo("x");
    }

    @Test
    void shouldForgetPassiveKeysThatNobodyHolds() {
        Account held = accounts.get("held");
        held.deposit(1);
        for (int i = 0; i < 100; i++) {
            accounts.get("k" + i).deposit(1);
        }
        List<Promise<Terminated>> watches = new ArrayList<>(List.of(test.system.watch(accounts.get("watched"))));
        test.runAll();
        assertThat(accounts.stats().known()).isEqualTo(102);
        letTimePass();
        assertThat(accounts.stats().active()).isZero();

        for (int i = 0; i < 1_000 && accounts.stats().known() > 2; i++) {
            System.gc();
        }

        assertThat(accounts.stats().known()).isEqualTo(2);
        watches.remove(0).cancel();
        test.runAll();
        for (int i = 0; i < 1_000 && accounts.stats().known() > 1; i++) {
            System.gc();
        }
        assertThat(accounts.stats().known()).isEqualTo(1);
        assertThat(test.result(held.balance())).isZero();
    }

    @Test
    void shouldEndChildrenGentlyBeforeThePassivatedActor() {
        accounts.get("a").child();
        test.runAll();
        letTimePass();

        assertThat(log).containsExactly("a starts", "child starts", "child stops", "a stops");
    }

    @Test
    void shouldSettleCallsThatWaitForRoomWhenTheSystemCloses() {
        Directory<Account> one = directory(DirectoryOptions.named("one").maxActive(1));
        List<Promise<Integer>> calls =
                IntStream.range(0, 20).mapToObj(i -> one.get("k" + i).balance()).toList();
        for (int i = 0; i < 5; i++) {
            test.manual.runNext();
        }

        test.system.close();

        assertThat(calls).allSatisfy(call -> assertThat(call.isSettled()).isTrue());
        assertThat(one.stats().known()).isZero();
        assertThatThrownBy(() -> one.get("a")).isInstanceOf(SpawnRefusedException.class);
        assertThatThrownBy(() -> directory(DirectoryOptions.named("late"))).isInstanceOf(SpawnRefusedException.class);
    }

    @Test
    void shouldHelpThoseThatWaitForEachOtherWithinTheBoundAfterAWhile() {
        Directory<Slow> slow = test.system.directory(
                Slow.class, Slow::new, DirectoryOptions.named("slow").maxActive(1));
        Promise<String> answer = slow.get("a").dependOn(slow.get("b"));
        test.runAll();
        Promise<String> third = slow.get("c").dependOn(slow.get("d"));
        for (int i = 0; i < 20 && !(answer.isSettled() && third.isSettled()); i++) {
            test.advance(Duration.ofMillis(100));
        }

        assertThat(test.result(answer)).isEqualTo("b of a");
        assertThat(test.result(third)).isEqualTo("d of c");
    }

    private void letTimePass() {
        for (int i = 0; i < 6; i++) {
            test.advance(IDLE.dividedBy(4));
        }
    }

    public static class Account extends Actor<Account> {
        private final String key;
        private final List<String> log;
        private int cents;

        Account(String key, List<String> log) {
            this.key = key;
            this.log = log;
        }

        @Override
        protected Promise<?> onStart() {
            log.add(key + " starts");
            return Promise.done();
        }

        @Override
        protected void onStop() {
            log.add(key + " stops");
        }

        public void deposit(int more) {
            cents += more;
        }

        public void note(int number) {
            log.add(key + " notes " + number);
        }

        public Promise<Integer> balance() {
            return Promise.of(cents);
        }

        public Promise<Integer> later(Promise<Integer> answer) {
            return answer;
        }

        public Promise<String> key() {
            return Promise.of(context().key());
        }

        public void fail() {
            throw new IllegalStateException("on purpose");
        }

        public void child() {
            context().spawn(Account.class, () -> new Account("child", log));
        }

        public void stopNow() {
            context().stop();
        }

        public void tick(Duration interval) {
            context().every(interval, () -> log.add(key + " ticks"));
        }
    }

    public static class Keyless extends Actor<Keyless> {
        public Promise<String> name() {
            return Promise.of(context().key());
        }
    }

    public static class Slow extends Actor<Slow> {
        public Promise<String> dependOn(Slow other) {
            Promise<String> answer = other.name();
            context().holdUntil(answer); // its messages wait, so it never makes room
            return answer.map(name -> name + " of " + context().key());
        }

        public Promise<String> name() {
            return Promise.of(context().key());
        }
    }
}
