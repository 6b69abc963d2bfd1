// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ManualSystem;
import io.troupe.core.actor.ActorContext;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.ChannelClosedException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReceiverViewTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final ManualSystem test = new ManualSystem();
    private final Member actor = test.system.spawn(Member.class, Member::new);
    private final Channel<Integer> numbers = Channels.<Integer>unlimited().named("numbers");
    private final Channel<Integer> others = Channels.unlimited();
    private final List<Object> seen = new ArrayList<>();

    @AfterEach
    void close() {
        test.close();
    }

    private void send(int... elements) {
        for (int element : elements) {
            numbers.send(element);
        }
    }

    private Promise<Void> each(Receiver<?> receiver) {
        Promise<Void> end = actor.ask(me -> receiver.each(seen::add));
        test.runAll();
        return end;
    }

    @Test
    void shouldMapElementsForEveryWayToReceive() {
        Receiver<String> mapped = numbers.map(number -> "n" + number).map(text -> text + "!");
        send(1, 2, 3, 4);
        assertThat(mapped.tryReceive()).isEqualTo("n1!");
        String taken = mapped.take();
        assertThat(taken).isEqualTo("n2!");
        assertThat(test.<String>result(actor.ask(me -> mapped.receive()))).isEqualTo("n3!");
        each(mapped);
        assertThat(seen).containsExactly("n4!");
        numbers.close();
        assertThatThrownBy(mapped::take).isInstanceOf(ChannelClosedException.class);
    }

    @Test
    void shouldReportAnElementWhoseActorEndsBeforeTheContinuationOfAReceiveRuns() {
        numbers.undelivered(seen::add);
        actor.run(me -> numbers.filter(number -> {
                    ActorContext.current().stop();
                    return true;
                })
                .receive()
                .then(element -> seen.add("continued")));
        test.runAll();
        send(1);
        test.runAll();

        assertThat(test.system.isStopped(actor)).isTrue();
        assertThat(seen).containsExactly(1);
        assertThat(numbers.stats().received()).isZero();
        assertThat(numbers.stats().undelivered()).isOne();
    }

    @Test
    void shouldGiveAnElementBackWhoseCallWasGivenUpBeforeTheTurnThatAnswers() {
        Promise<Integer> received =
                actor.ask(me -> numbers.map(number -> number).receive());
        test.runAll();
        send(7); // it is chosen, and the turn is still to come
        assertThat(received.cancel()).isTrue();
        test.runAll();

        assertThat(numbers.stats().received()).isZero();
        assertThat(numbers.tryReceive()).isEqualTo(7);
    }

    @Test
    void shouldReportNoElementThatAContinuationHasSeen() {
        numbers.undelivered(element -> seen.add("lost " + element));
        Promise<Integer> received =
                actor.ask(me -> numbers.map(number -> number).receive());
        send(1);
        assertThat(test.<Integer>result(received)).isOne();
        test.result(test.system.stop(actor));
        test.runAll();

        assertThat(seen).isEmpty();
        assertThat(numbers.stats().received()).isOne();
    }

    @Test
    void shouldRefuseAPartnerThatIsMissing() {
        send(1);
        assertThatThrownBy(() -> numbers.zip(null, (one, other) -> one)).isInstanceOf(NullPointerException.class);
        assertThat(numbers.tryReceive()).isOne();
    }

    @Test
    void shouldMakeListsWhoseTimeIsLongerThanAnyClockCounts() {
        Receiver<List<Integer>> lists = numbers.batch(2, Duration.ofSeconds(Long.MAX_VALUE));
        send(1, 2);
        assertThat(lists.take(Duration.ofSeconds(30))).containsExactly(1, 2);
    }

    @Test
    void shouldReceiveOnlyWhatFits() {
        Receiver<Integer> even = numbers.filter(number -> number % 2 == 0);
        send(1, 2, 3, 4, 5, 6, 7);
        assertThat(even.tryReceive()).isEqualTo(2);
        int taken = even.take(SECOND);
        assertThat(taken).isEqualTo(4);
        assertThat(test.<Integer>result(actor.ask(me -> even.receive()))).isEqualTo(6);
        assertThat(even.tryReceive()).isNull();
        assertThat(numbers.stats().inside()).isZero();
    }

    @Test
    void shouldRefuseNullFromAMapping() {
        send(1);
        assertThatThrownBy(() -> numbers.map(ReceiverViewTest::nothing).tryReceive())
                .isInstanceOf(NullPointerException.class)
                .hasMessage("map must not return null: channel=numbers");
    }

    @SuppressWarnings("NullAway") // on purpose
    private static String nothing(Integer number) {
        return null;
    }

    @Test
    void shouldWithdrawAMappedReceiveWhenCancelled() {
        List<Promise<String>> received = new ArrayList<>();
        actor.run(me -> received.add(numbers.map(String::valueOf).receive()));
        test.runAll();
        assertThat(received.get(0).cancel()).isTrue();
        assertThat(numbers.stats().waitingReceivers()).isZero();
        send(1);
        assertThat(numbers.stats().inside()).isOne();
    }

    @Test
    void shouldMergeUntilBothHaveEnded() {
        Promise<Void> end = each(numbers.merge(others.map(number -> -number)));
        send(1, 2);
        others.send(1);
        test.runAll();
        assertThat(seen).containsExactlyInAnyOrder(1, 2, -1).containsSubsequence(1, 2);
        numbers.close();
        test.runAll();
        assertThat(end.isSettled()).isFalse();
        others.close();
        test.result(end);
    }

    @Test
    void shouldLimitTheWorkOfBothChannelsTogether() {
        send(1, 2, 3);
        others.send(4);
        others.send(5);
        List<Promise<Void>> end = new ArrayList<>();
        actor.run(me -> end.add(numbers.merge(others).each(2, number -> {
            seen.add(number);
            return new CompletablePromise<Void>();
        })));
        test.runAll();
        assertThat(seen).hasSize(2);
    }

    @Test
    void shouldReceiveOneElementOfMergedChannels() {
        Receiver<Integer> merged = numbers.merge(others);
        others.send(7);
        assertThat(merged.tryReceive()).isEqualTo(7);
        Promise<Integer> received = actor.ask(me -> merged.receive());
        test.runAll();
        send(8);
        assertThat(test.result(received)).isEqualTo(8);
        assertThat(others.stats().waitingReceivers()).isZero();
    }

    @Test
    void shouldRefuseToMergeAChannelWithItself() {
        assertThatThrownBy(() -> numbers.merge(numbers.map(number -> number)))
                .hasMessage("merged receivers must not receive from one channel: channel=numbers");
    }

    @Test
    void shouldMakeListsOfANumberOfElements() {
        List<Receiver<List<Integer>>> batches = new ArrayList<>();
        actor.run(me -> batches.add(numbers.batch(3, SECOND)));
        send(1, 2, 3, 4, 5, 6, 7);
        test.runAll();
        Receiver<List<Integer>> batch = batches.get(0);
        assertThat(batch.tryReceive()).containsExactly(1, 2, 3);
        test.runAll();
        assertThat(batch.tryReceive()).containsExactly(4, 5, 6);
        test.runAll();
        assertThat(batch.tryReceive()).isNull();

        test.advance(SECOND.multipliedBy(2));
        assertThat(batch.tryReceive()).containsExactly(7);
    }

    @Test
    void shouldMakeAListWhenTheTimeOfItsFirstElementIsOver() {
        List<Receiver<List<Integer>>> batches = new ArrayList<>();
        actor.run(me -> batches.add(numbers.batch(3, SECOND)));
        test.runAll();
        test.advance(SECOND.multipliedBy(5));
        send(1);
        test.runAll();
        test.advance(Duration.ofMillis(500));
        send(2);
        test.runAll();
        assertThat(batches.get(0).tryReceive()).isNull();
        test.advance(Duration.ofMillis(600));
        assertThat(batches.get(0).tryReceive()).containsExactly(1, 2);
    }

    @Test
    void shouldReceiveAheadByOneListOnly() {
        List<Receiver<List<Integer>>> batches = new ArrayList<>();
        actor.run(me -> batches.add(numbers.batch(2, SECOND)));
        send(1, 2, 3, 4, 5, 6, 7, 8);
        test.runAll();
        assertThat(numbers.stats().inside()).isEqualTo(4);
    }

    @Test
    void shouldEndListsWithTheRest() {
        List<Receiver<List<Integer>>> batches = new ArrayList<>();
        actor.run(me -> batches.add(numbers.batch(3, SECOND)));
        send(1, 2, 3, 4);
        numbers.close();
        test.runAll();
        assertThat(batches.get(0).tryReceive()).containsExactly(1, 2, 3);
        test.runAll();
        assertThat(batches.get(0).tryReceive()).containsExactly(4);
        assertThatThrownBy(() -> batches.get(0).take()).isInstanceOf(ChannelClosedException.class);
    }

    @Test
    void shouldPassTheRestOnWhenTheActorOfTheListsEnds() {
        List<Receiver<List<Integer>>> batches = new ArrayList<>();
        actor.run(me -> batches.add(numbers.batch(3, SECOND)));
        send(1);
        test.runAll();
        test.system.stop(actor);
        test.runAll();
        assertThat(batches.get(0).tryReceive()).containsExactly(1);
        assertThatThrownBy(() -> batches.get(0).take()).hasRootCauseInstanceOf(ActorStoppedException.class);
    }

    @Test
    void shouldRefuseBoundsThatAreTooSmall() {
        assertThatThrownBy(() -> numbers.batch(0, SECOND)).hasMessage("most must be at least 1: most=0");
        assertThatThrownBy(() -> numbers.batch(1, Duration.ZERO)).hasMessage("time must be more than zero: time=PT0S");
    }

    @Test
    void shouldPairElementsUntilOneSideEnds() {
        List<Receiver<String>> pairs = new ArrayList<>();
        actor.run(me -> pairs.add(numbers.zip(others, (a, b) -> a + "+" + b)));
        send(1, 2, 3);
        others.send(10);
        others.send(20);
        others.close();
        test.runAll();
        assertThat(pairs.get(0).tryReceive()).isEqualTo("1+10");
        test.runAll();
        assertThat(pairs.get(0).tryReceive()).isEqualTo("2+20");
        test.runAll();
        assertThatThrownBy(() -> pairs.get(0).take())
                .isInstanceOf(ChannelClosedException.class)
                .hasNoCause();
        assertThat(numbers.tryReceive()).isEqualTo(3);
        assertThat(numbers.stats()).isEqualTo(new ChannelStats(3, 3, 0, 0, 0, 0, 0));
    }

    @Test
    void shouldGiveAnElementBackWhosePartnerHasNotComeWhenTheActorStops() {
        actor.run(me -> numbers.zip(others, (a, b) -> a + b));
        send(1, 2);
        test.runAll();
        assertThat(numbers.stats().received()).isOne();
        test.system.stop(actor);
        test.runAll();
        assertThat(numbers.tryReceive()).isEqualTo(1);
        assertThat(numbers.tryReceive()).isEqualTo(2);
    }
}
