// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ManualSystem;
import io.troupe.core.error.CallCancelledException;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.error.ChannelClosedException;
import io.troupe.core.error.WaitRefusedException;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SelectTest {
    private final ManualSystem test = new ManualSystem(builder -> builder.random(new Random(1)));
    private final Member actor = member();
    private final Channel<String> orders = Channels.<String>rendezvous().named("orders");
    private final Channel<String> quit = Channels.<String>rendezvous().named("quit");
    private final List<Object> seen = new ArrayList<>();

    private Member member() {
        return test.system.spawn(Member.class, Member::new);
    }

    @AfterEach
    void close() {
        test.close();
    }

    private static Select<String> ordersOrQuit(Channel<String> orders, Channel<String> quit) {
        return Select.fair().receive(orders, o -> "order " + o).receive(quit, q -> "quit " + q);
    }

    private Promise<String> once() {
        Promise<String> which = actor.ask(me -> ordersOrQuit(orders, quit).once());
        test.runAll();
        return which;
    }

    // ---- once ------------------------------------------------------------------------------------------------------

    @Test
    void shouldReceiveWhatIsThere() {
        Promise<Void> sent = quit.send("now");
        assertThat(test.result(once())).isEqualTo("quit now");
        assertThat(sent.isFulfilled()).isTrue();
        assertThat(orders.stats().waitingReceivers()).isZero();
    }

    @Test
    void shouldWaitForTheFirstAndLeaveTheOthers() {
        Promise<String> which = once();
        assertThat(orders.stats().waitingReceivers()).isOne();
        assertThat(quit.stats().waitingReceivers()).isOne();

        assertThat(orders.trySend("a")).isTrue();
        assertThat(quit.trySend("late")).isFalse();
        assertThat(test.result(which)).isEqualTo("order a");
        assertThat(quit.stats().waitingReceivers()).isZero();
    }

    @Test
    void shouldLeaveNoTimerBehindWhenTheActorStops() {
        Promise<String> asked = once();
        int before = test.clock.pending(); // with that of the deadlines of asks
        Promise<String> once = test.result(actor.ask(me -> Promise.of(ordersOrQuit(orders, quit)
                .after(Duration.ofHours(1), () -> "late")
                .once())));
        Promise<Void> repeated = test.result(actor.ask(me -> Promise.of(Select.fair()
                .receive(orders, o -> o)
                .after(Duration.ofHours(1), () -> "late")
                .repeat())));
        test.result(test.system.stop(actor));

        assertThat(test.clock.pending()).as("timers").isEqualTo(before);
        assertThat(orders.stats().waitingReceivers()).isZero();
        assertThat(asked.isFailed()).isTrue();
        assertThat(once.isFailed()).isTrue();
        assertThat(repeated.isFailed()).isTrue();
    }

    @Test
    void shouldSendWhenAReceiverComes() {
        Promise<String> which = actor.ask(me -> Select.fair()
                .send(orders, "mine", () -> "sent")
                .receive(quit, q -> "quit")
                .once());
        test.runAll();
        assertThat(which.isSettled()).isFalse();

        assertThat(orders.tryReceive()).isEqualTo("mine");
        assertThat(test.result(which)).isEqualTo("sent");
        assertThat(quit.stats().waitingReceivers()).isZero();
    }

    @Test
    void shouldReturnTheElementOfAClauseThatWasNotChosen() {
        Promise<String> which = actor.ask(me -> Select.fair()
                .send(orders, "mine", () -> "sent")
                .receive(quit, q -> "quit")
                .once());
        test.runAll();
        quit.send("q");
        assertThat(test.result(which)).isEqualTo("quit");
        assertThat(orders.tryReceive()).isNull();
        assertThat(orders.stats()).isEqualTo(new ChannelStats(1, 0, 1, 0, 0, 0, 0));
    }

    @Test
    void shouldLetTwoSelectsMeet() {
        Member other = member();
        Promise<String> receiving = once();
        Promise<String> sending = other.ask(me -> Select.fair()
                .send(orders, "a", () -> "sent order")
                .send(quit, "b", () -> "sent quit")
                .once());
        String result = test.result(sending);
        assertThat(test.result(receiving)).isEqualTo(result.equals("sent order") ? "order a" : "quit b");
        assertThat(orders.stats().inside() + quit.stats().inside()).isZero();
        assertThat(orders.stats().received() + quit.stats().received()).isOne();
    }

    @Test
    void shouldRunTheClauseInTheTurnsOfTheActor() {
        quit.send("q");
        actor.run(me -> {
            ordersOrQuit(orders, quit).once().then(seen::add);
            seen.add("registered");
        });
        test.runAll();
        assertThat(seen).containsExactly("registered", "quit q");
    }

    @Test
    void shouldNotWaitIfThereIsAnotherwise() {
        Promise<String> which = actor.ask(
                me -> ordersOrQuit(orders, quit).otherwise(() -> "nothing").once());
        assertThat(test.result(which)).isEqualTo("nothing");
        assertThat(orders.stats().waitingReceivers()).isZero();
        orders.send("a");
        Promise<String> again = actor.ask(
                me -> ordersOrQuit(orders, quit).otherwise(() -> "nothing").once());
        assertThat(test.result(again)).isEqualTo("order a");
    }

    @Test
    void shouldEndTheWaitAfterATime() {
        Promise<String> which = actor.ask(me -> ordersOrQuit(orders, quit)
                .after(Duration.ofSeconds(1), () -> "time is up")
                .once());
        test.runAll();
        test.advance(Duration.ofMillis(900));
        assertThat(which.isSettled()).isFalse();
        test.advance(Duration.ofMillis(200));
        assertThat(test.result(which)).isEqualTo("time is up");
        assertThat(orders.trySend("late")).isFalse();
        assertThat(orders.stats().waitingReceivers() + quit.stats().waitingReceivers())
                .isZero();
    }

    @Test
    void shouldNotEndByTimeWhatHasBeenChosen() {
        Promise<String> which = actor.ask(me -> ordersOrQuit(orders, quit)
                .after(Duration.ofSeconds(1), () -> "time is up")
                .once());
        test.runAll();
        orders.send("a");
        test.advance(Duration.ofSeconds(2));
        assertThat(test.result(which)).isEqualTo("order a");
    }

    @Test
    void shouldWithdrawAllClausesWhenCancelled() {
        List<Promise<String>> which = new ArrayList<>();
        actor.run(me -> which.add(ordersOrQuit(orders, quit).once()));
        test.runAll();
        assertThat(which.get(0).cancel()).isTrue();
        assertThat(orders.stats().waitingReceivers() + quit.stats().waitingReceivers())
                .isZero();
        assertThatThrownBy(() -> test.result(which.get(0))).isInstanceOf(CallCancelledException.class);
    }

    @Test
    void shouldNotCancelAClauseThatHasBeenChosen() {
        List<Promise<String>> which = new ArrayList<>();
        actor.run(me -> which.add(ordersOrQuit(orders, quit).once()));
        test.runAll();
        orders.send("a");
        assertThat(which.get(0).cancel()).isFalse();
        assertThat(test.result(which.get(0))).isEqualTo("order a");
    }

    @Test
    void shouldWithdrawAllClausesWhenItsDeadlinePasses() {
        Promise<String> which =
                actor.ask(me -> ordersOrQuit(orders, quit).once().timeout(Duration.ofSeconds(1)));
        test.runAll();
        test.advance(Duration.ofSeconds(2));
        assertThatThrownBy(() -> test.result(which))
                .isInstanceOf(CallTimeoutException.class)
                .hasMessageContaining("[orders, quit]");
        assertThat(orders.trySend("a")).isFalse();
    }

    @Test
    void shouldPassOverAChannelThatHasEnded() {
        orders.close();
        Promise<String> which = once();
        assertThat(which.isSettled()).isFalse();
        quit.send("q");
        assertThat(test.result(which)).isEqualTo("quit q");
    }

    @Test
    void shouldFailWhenAllChannelsHaveEnded() {
        Promise<String> which = once();
        orders.close();
        test.runAll();
        assertThat(which.isSettled()).isFalse();
        quit.close();
        assertThatThrownBy(() -> test.result(which))
                .isInstanceOf(ChannelClosedException.class)
                .hasMessage("one channel of a select must be open: channels=[orders, quit]");
        assertThatThrownBy(() -> test.result(once())).isInstanceOf(ChannelClosedException.class);
    }

    @Test
    void shouldPassOverTheSelectOfAnEndedActor() {
        once();
        test.system.stop(actor);
        test.runAll();
        assertThat(orders.trySend("a")).isFalse();
        assertThat(quit.trySend("q")).isFalse();
        assertThat(orders.stats().waitingReceivers()).isZero();
    }

    @Test
    void shouldReportTheElementOfAnEndedActor() {
        List<String> undelivered = new CopyOnWriteArrayList<>();
        orders.undelivered(undelivered::add);
        actor.run(me -> ordersOrQuit(orders, quit).once().then(seen::add));
        actor.run(me -> {
            orders.send("a");
            throw new IllegalStateException("restart");
        });
        test.advance(ManualSystem.LONG);
        assertThat(seen).isEmpty();
        assertThat(undelivered).containsExactly("a");
        assertThat(quit.stats().waitingReceivers()).isZero();
    }

    @Test
    void shouldFailTheActorWhenAClauseThrowsAndNobodyListens() {
        orders.send("a");
        actor.run(me -> Select.fair()
                .receive(orders, o -> {
                    throw new IllegalStateException("clause");
                })
                .once());
        test.runAll();
        assertThat(test.failures).anyMatch(failure -> failure.contains("clause"));
    }

    @Test
    void shouldChooseEachReadyClauseAsOften() {
        int clauses = 4;
        int rounds = 4000;
        int[] chosen = new int[clauses];
        List<Channel<Integer>> channels = new ArrayList<>();
        for (int i = 0; i < clauses; i++) {
            channels.add(Channels.unlimited());
        }
        actor.run(me -> {
            for (int round = 0; round < rounds; round++) {
                Select<Integer> select = Select.fair().receive(fill(channels, 0), at -> chosen[0]++);
                for (int i = 1; i < clauses; i++) {
                    int index = i;
                    select.receive(fill(channels, i), at -> chosen[index]++);
                }
                select.once();
            }
        });
        test.runAll();
        double share = (double) rounds / clauses;
        assertThat(Arrays.stream(chosen).sum()).isEqualTo(rounds);
        assertThat(chosen).doesNotContain(0);
        assertThat(Arrays.stream(chosen).boxed()).allSatisfy(count -> assertThat((double) count)
                .isBetween(share - 5 * Math.sqrt(share), share + 5 * Math.sqrt(share)));
    }

    private static Channel<Integer> fill(List<Channel<Integer>> channels, int index) {
        channels.get(index).trySend(index);
        return channels.get(index);
    }

    @Test
    void shouldChooseTheFirstReadyClauseInOrder() {
        orders.send("a");
        orders.send("b");
        quit.send("q");
        for (String expected : List.of("quit q", "order a", "order b")) {
            Promise<String> which = actor.ask(me -> Select.inOrder()
                    .receive(quit, q -> "quit " + q)
                    .receive(orders, o -> "order " + o)
                    .once());
            assertThat(test.result(which)).isEqualTo(expected);
        }
    }

    @Test
    void shouldGoOnAfterAnElementThatIsFilteredOut() {
        Promise<String> which = actor.ask(me -> Select.fair()
                .receive(orders.filter(o -> o.startsWith("b")).map(String::length), length -> "length " + length)
                .receive(quit, q -> "quit")
                .once());
        test.runAll();
        orders.send("a");
        test.runAll();
        assertThat(which.isSettled()).isFalse();
        orders.send("bb");
        assertThat(test.result(which)).isEqualTo("length 2");
    }

    @Test
    void shouldGiveUpAfterAnElementThatIsFilteredOutIfCancelledMeanwhile() {
        List<Promise<String>> which = new ArrayList<>();
        actor.run(me -> which.add(orders.filter(o -> false).receive()));
        test.runAll();
        orders.send("a");
        assertThat(which.get(0).cancel()).isFalse(); // it may be the one
        assertThatThrownBy(() -> test.result(which.get(0))).isInstanceOf(CallCancelledException.class);
        assertThat(orders.stats().waitingReceivers()).isZero();
    }

    // ---- repeat ----------------------------------------------------------------------------------------------------

    private Promise<Void> repeat() {
        List<Promise<Void>> end = new ArrayList<>();
        actor.run(me -> end.add(Select.fair()
                .receive(orders, o -> seen.add("order " + o))
                .receive(quit, q -> seen.add("quit " + q))
                .repeat()));
        test.runAll();
        return end.get(0);
    }

    @Test
    void shouldDoOneClauseAfterTheOtherUntilAllChannelsHaveEnded() {
        Promise<Void> end = repeat();
        for (String element : List.of("a", "b", "c")) {
            orders.send(element);
            test.runAll();
        }
        quit.send("q");
        test.runAll();
        assertThat(seen).containsExactly("order a", "order b", "order c", "quit q");
        orders.close();
        test.runAll();
        assertThat(end.isSettled()).isFalse();
        quit.close();
        test.result(end);
    }

    // ---- repeat with clauses that send -----------------------------------------------------------------------------

    /** Gives 0, 1, … and then null. */
    private static Supplier<@Nullable Integer> numbers(int count) {
        AtomicInteger next = new AtomicInteger();
        return () -> next.get() == count ? null : next.getAndIncrement();
    }

    private Promise<Void> repeat(Supplier<Select<?>> select) {
        List<Promise<Void>> end = new ArrayList<>();
        actor.run(me -> end.add(select.get().repeat()));
        test.runAll();
        return end.get(0);
    }

    @Test
    void shouldSendOneElementAfterTheOtherBesideReceiving() {
        Channel<Integer> out = Channels.buffered(4);
        Promise<Void> end = repeat(() ->
                Select.fair().receive(orders, o -> seen.add(o)).sendEach(out, numbers(10), () -> seen.add("sent")));
        assertThat(out.stats().inside()).isEqualTo(5); // one waits
        orders.send("a");
        test.runAll();
        assertThat(seen).containsExactly("sent", "sent", "sent", "sent", "a");

        for (int i = 0; i < 10; i++) {
            assertThat(out.tryReceive()).isEqualTo(i);
            test.runAll();
        }
        assertThat(seen).hasSize(11);
        assertThat(end.isSettled()).isFalse();
        orders.close();
        test.result(end);
        assertThat(out.stats()).isEqualTo(new ChannelStats(10, 10, 0, 0, 0, 0, 0));
    }

    @Test
    void shouldSendTheSameElementAgainAndAgain() {
        Channel<String> permits = Channels.rendezvous();
        Promise<Void> end = repeat(() -> Select.fair().send(permits, "permit", () -> seen.add("given")));
        for (int i = 0; i < 3; i++) {
            assertThat(permits.tryReceive()).isEqualTo("permit");
            test.runAll();
        }
        assertThat(seen).containsExactly("given", "given", "given");
        end.cancel();
        assertThat(permits.tryReceive()).isNull();
    }

    @Test
    void shouldEndAClauseWithTheChannelThatItSendsTo() {
        Channel<Integer> out = Channels.buffered(1);
        AtomicInteger asked = new AtomicInteger();
        Promise<Void> end = repeat(() -> Select.fair().sendEach(out, asked::incrementAndGet, () -> ""));
        out.close();
        assertThat(out.tryReceive()).isEqualTo(1);
        assertThat(out.tryReceive()).isEqualTo(2); // it waited before the close
        test.result(end);
        assertThat(asked.get()).isEqualTo(2); // nothing was made in vain
    }

    @Test
    void shouldGiveAnElementThatIsAheadToTheHookWhenARepeatedSelectEnds() {
        List<Integer> undelivered = new CopyOnWriteArrayList<>();
        Channel<Integer> out = Channels.<Integer>buffered(1).undelivered(undelivered::add);
        Promise<Void> end = repeat(() -> Select.fair().sendEach(out, numbers(9), () -> ""));
        assertThat(end.cancel()).isTrue();
        test.runAll();
        assertThat(out.stats()).isEqualTo(new ChannelStats(2, 0, 0, 1, 1, 0, 0));

        repeat(() -> Select.fair().sendEach(out, numbers(9), () -> ""));
        test.system.stop(actor);
        test.runAll();
        assertThat(out.stats()).isEqualTo(new ChannelStats(3, 0, 0, 2, 1, 0, 0));
        test.runAll();
        assertThat(test.result(out.receive())).isZero();
    }

    @Test
    void shouldFailWithWhatTheSourceOfElementsThrows() {
        Channel<Integer> out = Channels.unlimited();
        Promise<Void> end = repeat(() -> Select.fair()
                .sendEach(
                        out,
                        () -> {
                            throw new IllegalStateException("no numbers");
                        },
                        () -> ""));
        assertThat(end.isFailed()).isTrue();
        assertThat(out.stats().sent()).isZero();
    }

    @Test
    void shouldNotLetASendingClauseKeepOthersFromBeingServed() {
        Channel<Integer> sink = Channels.unlimited();
        for (int i = 0; i < 100; i++) {
            orders.send("a");
        }
        AtomicInteger made = new AtomicInteger();
        repeat(() -> Select.fair()
                .sendEach(sink, () -> made.get() == 100_000 ? null : made.incrementAndGet(), () -> true)
                .receive(orders, o -> seen.add(made.get())));
        assertThat(seen).hasSize(100);
        assertThat((int) seen.get(99)).isLessThan(50_000);
    }

    @Test
    void shouldLeaveAllChannelsWhenARepeatedSelectIsCancelled() {
        Promise<Void> end = repeat();
        assertThat(end.cancel()).isTrue();
        assertThat(orders.trySend("a")).isFalse();
        assertThat(quit.trySend("q")).isFalse();
    }

    @Test
    void shouldLeaveAllChannelsWithTheActorOfARepeatedSelect() {
        Promise<Void> end = repeat();
        test.system.stop(actor);
        test.runAll();
        assertThat(end.isFailed()).isTrue();
        assertThat(orders.stats().waitingReceivers() + quit.stats().waitingReceivers())
                .isZero();
    }

    @Test
    void shouldPreferTheFirstChannelsInOrder() {
        Channel<String> low = Channels.unlimited();
        Channel<String> high = Channels.unlimited();
        for (int i = 0; i < 200; i++) {
            low.send("low");
        }
        for (int i = 0; i < 200; i++) {
            high.send("high");
        }
        actor.run(me -> Select.inOrder()
                .receive(high, seen::add)
                .receive(low, seen::add)
                .repeat());
        test.runAll();
        assertThat(seen).hasSize(400);
        assertThat(seen.subList(0, 200)).containsOnly("high");
    }

    @Test
    void shouldServeAllChannelsOfAFairRepeatedSelect() {
        Channel<String> one = Channels.unlimited();
        Channel<String> two = Channels.unlimited();
        for (int i = 0; i < 1000; i++) {
            one.send("one");
            two.send("two");
        }
        actor.run(me ->
                Select.fair().receive(one, seen::add).receive(two, seen::add).repeat());
        test.runAll();
        assertThat(seen).hasSize(2000);
        assertThat(seen.subList(0, 500)).contains("one", "two");
    }

    @Test
    void shouldSayWhenARepeatedSelectIsIdle() {
        actor.run(me -> Select.fair()
                .receive(orders, seen::add)
                .after(Duration.ofSeconds(1), () -> seen.add("idle"))
                .repeat());
        test.runAll();
        test.advance(Duration.ofMillis(600));
        orders.send("a");
        test.runAll();
        test.advance(Duration.ofMillis(600));
        assertThat(seen).containsExactly("a");
        test.advance(Duration.ofMillis(600));
        assertThat(seen).containsExactly("a", "idle");
        test.advance(Duration.ofMillis(1100));
        assertThat(seen).containsExactly("a", "idle", "idle");
    }

    // ---- threads ---------------------------------------------------------------------------------------------------

    @Test
    void shouldWaitOnTheCallingThread() throws InterruptedException {
        List<Object> result = new CopyOnWriteArrayList<>();
        Thread thread = new Thread(() -> {
            String which = Select.fair()
                    .receive(orders, o -> Thread.currentThread() + o)
                    .receive(quit, q -> "quit")
                    .await();
            result.add(which.equals(Thread.currentThread() + "a"));
        });
        thread.start();
        orders.put("a", ManualSystem.LONG);
        thread.join();
        assertThat(result).containsExactly(true);
    }

    @Test
    void shouldRefuseToBlockTheTurnOfAnActor() {
        assertThatThrownBy(() -> test.result(
                        actor.ask(me -> Promise.of(ordersOrQuit(orders, quit).await()))))
                .isInstanceOf(WaitRefusedException.class)
                .hasMessageContaining("use once");
    }

    // ---- bad input -------------------------------------------------------------------------------------------------

    @Test
    void shouldRefuseAChannelInTwoClauses() {
        assertThatThrownBy(() -> Select.fair().receive(orders, o -> "").send(orders, "a", () -> ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a channel must be in one clause of a select only: channel=orders");
        assertThatThrownBy(() -> Select.fair().receive(orders, o -> "").receive(orders.map(o -> o), o -> ""))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldBeUsedOnce() {
        Select<String> select = ordersOrQuit(orders, quit).otherwise(() -> "nothing");
        select.once();
        assertThatThrownBy(select::once).hasMessage("a select must be used once: clauses=2");
    }

    @Test
    void shouldRefuseToRepeatWhatDoesNotWaitOrSends() {
        assertThatThrownBy(() -> ordersOrQuit(orders, quit).otherwise(() -> "").repeat())
                .hasMessage("a repeated select must wait: clause=otherwise; use after");
        assertThatThrownBy(() ->
                        Select.fair().sendEach(orders, () -> "a", () -> "").once())
                .hasMessage("a select that is done once must send one element: clause=sendEach; use send");
    }
}
