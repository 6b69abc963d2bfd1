// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ManualSystem;
import io.troupe.core.actor.DeadLetter.Reason;
import io.troupe.core.error.CallCancelledException;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.error.ChannelClosedException;
import io.troupe.core.error.WaitRefusedException;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ChannelTest {
    private final ManualSystem test = new ManualSystem();
    private final Member actor = member();

    private Member member() {
        return test.system.spawn(Member.class, Member::new);
    }

    @AfterEach
    void close() {
        test.close();
    }

    /** All accounts of a channel: what was sent has one fate or is inside. */
    private static void assertBalanced(Channel<?> channel) {
        ChannelStats stats = channel.stats();
        assertThat(stats.received() + stats.returned() + stats.undelivered() + stats.inside())
                .as("%s", stats)
                .isEqualTo(stats.sent());
    }

    // ---- calls whose result is an element ---------------------------------------------------------------------------

    @Test
    void shouldTakeNoElementForACallThatHasTimedOut() {
        Channel<String> channel = Channels.rendezvous();
        Promise<String> next = actor.ask(me -> channel.receive()).timeout(Duration.ofSeconds(1));
        test.runAll();
        assertThat(channel.stats().waitingReceivers()).isOne();

        test.advance(Duration.ofSeconds(2));
        assertThatThrownBy(() -> test.result(next)).isInstanceOf(CallTimeoutException.class);
        assertThat(channel.stats().waitingReceivers()).isZero();
        assertThat(channel.trySend("a")).isFalse();
    }

    @Test
    void shouldTakeNoElementForACallThatWasCancelled() {
        Channel<String> channel = Channels.buffered(1);
        Promise<String> next = actor.ask(me -> channel.receive());
        Promise<String> chosen = actor.ask(
                me -> Select.fair().receive(channel, element -> element).once());
        Promise<String> seen =
                actor.ask(me -> channel.map(element -> "seen " + element).receive());
        test.runAll();
        assertThat(channel.stats().waitingReceivers()).isEqualTo(3);

        assertThat(next.cancel()).isTrue();
        assertThat(chosen.cancel()).isTrue();
        assertThat(seen.cancel()).isTrue();
        channel.send("a");
        assertThat(channel.tryReceive()).isEqualTo("a");
        assertBalanced(channel);
    }

    @Test
    void shouldTakeNoElementForAChainOfCallsThatWasCancelled() {
        Channel<String> channel = Channels.buffered(1);
        Member first = member();
        Promise<String> next = first.ask(me -> actor.ask(you -> channel.receive()));
        test.runAll();
        next.cancel();
        assertThat(channel.stats().waitingReceivers()).isZero();
    }

    @Test
    void shouldGiveTheElementBackIfTheCallEndsWhileTheMethodReceives() {
        Channel<String> channel = Channels.buffered(1);
        channel.send("a");
        List<Promise<String>> call = new ArrayList<>();
        call.add(actor.ask(me -> {
            call.get(0).cancel();
            return channel.receive();
        }));
        test.runAll();
        assertThat(channel.stats().received()).isZero();
        assertThat(channel.tryReceive()).isEqualTo("a");
        assertBalanced(channel);
    }

    @Test
    void shouldGoOnReceivingForOthersWhenACallIsGivenUp() {
        Channel<String> channel = Channels.rendezvous();
        Promise<String> next = actor.ask(me -> {
            Promise<String> received = channel.receive();
            received.then(me::see);
            return received;
        });
        test.runAll();
        next.cancel();
        assertThat(channel.trySend("a")).isTrue();
        test.runAll();
        List<Object> seen = test.result(actor.ask(me -> Promise.of(me.seen)));
        assertThat(seen).containsExactly("a");
    }

    // ---- handing over ----------------------------------------------------------------------------------------------

    @Test
    void shouldLetASenderWaitForItsReceiverAtARendezvous() {
        Channel<String> channel = Channels.rendezvous();
        Promise<Void> sent = channel.send("a");
        assertThat(sent.isSettled()).isFalse();

        Promise<String> received = channel.receive();
        assertThat(sent.isFulfilled()).isTrue();
        assertThat(test.result(received)).isEqualTo("a");
        assertBalanced(channel);
    }

    @Test
    void shouldGiveAnElementToTheReceiverThatWaits() {
        Channel<String> channel = Channels.rendezvous();
        Promise<String> first = channel.receive();
        Promise<String> second = channel.receive();

        assertThat(channel.send("a").isFulfilled()).isTrue();
        assertThat(test.result(first)).isEqualTo("a");
        assertThat(second.isSettled()).isFalse();
        assertThat(channel.stats().waitingReceivers()).isOne();
    }

    @Test
    void shouldTakeAsManyElementsAsTheBufferHasRoomFor() {
        Channel<Integer> channel = Channels.buffered(3);
        List<Promise<Void>> sends = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            sends.add(channel.send(i));
        }
        assertThat(sends.stream().map(Promise::isSettled)).containsExactly(true, true, true, false, false);

        assertThat(channel.tryReceive()).isZero();
        assertThat(channel.trySend(9)).isFalse(); // others wait before it
        assertThat(sends.stream().map(Promise::isSettled)).containsExactly(true, true, true, false, false);
        assertThat(channel.tryReceive()).isOne(); // half of the buffer is free
        assertThat(sends).allMatch(Promise::isSettled);
        assertThat(channel.stats()).isEqualTo(new ChannelStats(5, 2, 0, 0, 3, 0, 0));
    }

    @Test
    void shouldLetNoMoreSendersGoOnThanThereIsRoomFor() {
        Channel<Integer> channel = Channels.buffered(4);
        List<Promise<Void>> sends = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            sends.add(channel.send(i));
        }
        List<Integer> received = new ArrayList<>();
        for (Integer element = channel.tryReceive(); element != null; element = channel.tryReceive()) {
            received.add(element);
            assertThat(sends.stream().filter(Promise::isSettled).count() - received.size())
                    .isBetween(0L, 4L);
        }
        assertThat(received).hasSize(20).isSorted();
    }

    @Test
    void shouldKeepTheOrderThroughRingAndWaitingSenders() {
        Channel<Integer> channel = Channels.buffered(4);
        List<Integer> received = new ArrayList<>();
        int next = 0;
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 7; i++) {
                channel.send(next++);
            }
            for (Integer element = channel.tryReceive(); element != null; element = channel.tryReceive()) {
                received.add(element);
            }
        }
        assertThat(received).hasSize(140).isSorted().doesNotHaveDuplicates();
        assertBalanced(channel);
    }

    @Test
    void shouldGrowWithoutLimit() {
        Channel<Integer> channel = Channels.unlimited();
        channel.send(-1);
        channel.tryReceive(); // the ring begins in the middle when it grows
        for (int i = 0; i < 1000; i++) {
            assertThat(channel.trySend(i)).isTrue();
        }
        for (int i = 0; i < 1000; i++) {
            assertThat(channel.tryReceive()).isEqualTo(i);
        }
        assertThat(channel.tryReceive()).isNull();
    }

    @Test
    void shouldKeepTheLatestElementOnly() {
        List<String> replaced = new CopyOnWriteArrayList<>();
        Channel<String> channel = Channels.<String>latest().undelivered(replaced::add);
        assertThat(channel.send("a").isFulfilled()).isTrue();
        assertThat(channel.trySend("b")).isTrue();
        assertThat(channel.send("c").isFulfilled()).isTrue();

        assertThat(channel.tryReceive()).isEqualTo("c");
        assertThat(channel.tryReceive()).isNull();
        assertThat(channel.stats()).isEqualTo(new ChannelStats(3, 1, 0, 2, 0, 0, 0));
        // the hook runs on the calling thread's executor: what is registered on it later runs after it
        assertThat(channel.send("d").map(sent -> List.copyOf(replaced)).await(ManualSystem.LONG))
                .containsExactly("a", "b");
    }

    @Test
    void shouldTryWithoutWaiting() {
        Channel<String> channel = Channels.rendezvous();
        assertThat(channel.trySend("a")).isFalse();
        assertThat(channel.tryReceive()).isNull();

        Promise<String> received = channel.receive();
        assertThat(channel.trySend("b")).isTrue();
        assertThat(test.result(received)).isEqualTo("b");
        assertThat(channel.stats().sent()).isOne();
    }

    @Test
    void shouldSettleInTheTurnsOfTheCaller() {
        Channel<String> channel = Channels.rendezvous();
        Member other = member();
        List<Object> seen = new ArrayList<>();
        actor.run(me -> {
            channel.receive().then(element -> seen.add(element));
            seen.add("registered");
        });
        test.runAll();
        other.run(me -> {
            channel.send("a");
            seen.add("sent");
        });
        assertThat(seen).containsExactly("registered");
        test.runAll();
        assertThat(seen).containsExactly("registered", "sent", "a");
    }

    @Test
    void shouldHandOverAMillionTimesWithoutRecursion() {
        Channel<Integer> channel = Channels.rendezvous();
        Member other = member();
        Promise<Integer> last = actor.ask(me -> sendOn(channel, 0, 100_000));
        Promise<Integer> end = other.ask(me -> receiveOn(channel, 99_999));

        assertThat(test.result(last)).isEqualTo(100_000);
        assertThat(test.result(end)).isEqualTo(99_999);
    }

    private static Promise<Integer> sendOn(Channel<Integer> channel, int next, int count) {
        return next == count ? Promise.of(next) : channel.send(next).flatMap(sent -> sendOn(channel, next + 1, count));
    }

    private static Promise<Integer> receiveOn(Channel<Integer> channel, int last) {
        return channel.receive().flatMap(got -> got == last ? Promise.of(got) : receiveOn(channel, last));
    }

    @Test
    void shouldHandOutTheReferenceOfAnActor() {
        Channel<Member> channel = Channels.buffered(1);
        actor.run(me -> channel.send(me));
        test.runAll();
        assertThat(channel.tryReceive()).isEqualTo(actor);
    }

    // ---- giving up -------------------------------------------------------------------------------------------------

    @Test
    void shouldReturnTheElementOfACancelledSend() {
        Channel<String> channel = Channels.<String>rendezvous().named("orders");
        Promise<Void> cancelled = channel.send("a");
        Promise<Void> other = channel.send("b");

        assertThat(cancelled.cancel()).isTrue();
        assertThat(channel.stats()).isEqualTo(new ChannelStats(2, 0, 1, 0, 1, 1, 0));
        assertThat(channel.tryReceive()).isEqualTo("b");
        assertThat(other.isFulfilled()).isTrue();
        assertThatThrownBy(() -> test.result(cancelled)).isInstanceOf(CallCancelledException.class);
        assertBalanced(channel);
    }

    @Test
    void shouldNotGiveElementsToACancelledReceive() {
        Channel<String> channel = Channels.rendezvous();
        Promise<String> cancelled = channel.receive();
        Promise<String> other = channel.receive();

        assertThat(cancelled.cancel()).isTrue();
        assertThat(channel.stats().waitingReceivers()).isOne();
        channel.send("a");
        assertThat(test.result(other)).isEqualTo("a");
    }

    @Test
    void shouldNotCancelWhatHasBeenHandedOver() {
        Channel<String> channel = Channels.rendezvous();
        Promise<String> received = channel.receive();
        Promise<Void> sent = channel.send("a");

        assertThat(received.cancel()).isFalse();
        assertThat(sent.cancel()).isFalse();
        assertThat(test.result(received)).isEqualTo("a");
    }

    @Test
    void shouldReturnTheElementWhenTheDeadlineOfItsSendPasses() {
        Channel<String> channel = Channels.<String>rendezvous().named("orders");
        Promise<Void> sent = actor.ask(me -> channel.send("a").timeout(Duration.ofSeconds(1)));
        test.runAll();
        assertThat(channel.stats().inside()).isOne();

        test.advance(Duration.ofSeconds(2));
        assertThatThrownBy(() -> test.result(sent))
                .isInstanceOf(CallTimeoutException.class)
                .hasMessageContaining("waiting for a receiver, or for room in channel orders");
        assertThat(channel.tryReceive()).isNull();
        assertThat(channel.stats()).isEqualTo(new ChannelStats(1, 0, 1, 0, 0, 0, 0));
    }

    @Test
    void shouldWithdrawAReceiveWhenItsDeadlinePasses() {
        Channel<String> channel = Channels.<String>rendezvous().named("orders");
        Promise<String> received = actor.ask(me -> channel.receive().timeout(Duration.ofSeconds(1)));
        test.runAll();
        test.advance(Duration.ofSeconds(2));

        assertThatThrownBy(() -> test.result(received))
                .isInstanceOf(CallTimeoutException.class)
                .hasMessageContaining("waiting for an element of channel orders");
        assertThat(channel.stats().waitingReceivers()).isZero();
        assertThat(channel.trySend("a")).isFalse();
    }

    @Test
    void shouldKeepNothingOfCancelledSendsAndReceives() {
        Channel<String> channel = Channels.rendezvous();
        for (int i = 0; i < 10_000; i++) {
            channel.receive().cancel();
        }
        assertThat(channel.stats().waitingReceivers()).isZero();
        for (int i = 0; i < 10_000; i++) {
            channel.send("a").cancel();
        }
        assertThat(channel.stats()).isEqualTo(new ChannelStats(10_000, 0, 10_000, 0, 0, 0, 0));
    }

    // ---- ends of actors --------------------------------------------------------------------------------------------

    @Test
    void shouldPassOverTheReceiverOfAnEndedActor() {
        Channel<String> channel = Channels.rendezvous();
        actor.run(me -> channel.receive().then(me::see));
        test.runAll();
        test.system.stop(actor);
        test.runAll();

        assertThat(channel.trySend("a")).isFalse();
        Promise<String> other = channel.receive();
        assertThat(channel.trySend("b")).isTrue();
        assertThat(test.result(other)).isEqualTo("b");
    }

    @Test
    void shouldSweepTheReceiversOfEndedActors() {
        Channel<String> channel = Channels.rendezvous();
        for (int i = 0; i < 500; i++) {
            Member short1 = member();
            short1.run(me -> {
                channel.receive().then(me::see);
                me.stop();
            });
            test.runAll();
        }
        assertThat(channel.stats().waitingReceivers()).isLessThanOrEqualTo(WaitList.SHORT);
    }

    @Test
    void shouldNotLoseAnElementGivenToAnActorThatEndsBeforeItSeesIt() {
        List<String> undelivered = new CopyOnWriteArrayList<>();
        Channel<String> channel = Channels.<String>rendezvous().undelivered(undelivered::add);
        List<Object> seen = new ArrayList<>();
        actor.run(me -> {
            channel.receive().then(seen::add);
            me.stop(); // the element comes before the actor has ended, its continuation would come after
            assertThat(channel.trySend("a")).isFalse();
        });
        actor.run(me -> {});
        test.runAll();
        assertThat(seen).isEmpty();

        Member other = member();
        other.run(me -> channel.receive().then(seen::add));
        test.runAll();
        assertThat(channel.trySend("b")).isTrue(); // the continuation is queued now
        test.system.stop(other);
        test.runAll();
        assertThat(seen.size() + undelivered.size()).isOne();
        assertBalanced(channel);
    }

    @Test
    void shouldReportAnElementWhoseReceiverHasRestarted() {
        List<String> undelivered = new CopyOnWriteArrayList<>();
        Channel<String> channel = Channels.<String>rendezvous().undelivered(undelivered::add);
        List<Object> seen = new ArrayList<>();
        actor.run(me -> channel.receive().then(seen::add));
        actor.run(me -> {
            channel.send("a"); // the continuation is queued behind this turn
            throw new IllegalStateException("restart");
        });
        test.advance(ManualSystem.LONG); // there is a pause before the restart

        assertThat(seen).isEmpty();
        assertThat(undelivered).containsExactly("a");
        assertThat(channel.stats()).isEqualTo(new ChannelStats(1, 0, 0, 1, 0, 0, 0));
        assertThat(test.letters).anyMatch(letter -> letter.reason() == Reason.CONTINUATION);
    }

    @Test
    void shouldKeepTheElementOfASenderThatHasEnded() {
        Channel<String> channel = Channels.rendezvous();
        actor.run(me -> channel.send("a"));
        test.runAll();
        test.system.stop(actor);
        test.runAll();
        assertThat(channel.tryReceive()).isEqualTo("a");
    }

    // ---- ends of channels ------------------------------------------------------------------------------------------

    @Test
    void shouldReceiveWhatIsInsideAClosedChannelAndThenTheEnd() {
        Channel<String> channel = Channels.<String>buffered(1).named("orders");
        channel.send("a");
        Promise<Void> waiting = channel.send("b");
        channel.close();
        assertThat(channel.isClosed()).isTrue();

        assertThat(channel.trySend("c")).isFalse();
        assertThatThrownBy(() -> test.result(channel.send("c")))
                .isInstanceOf(ChannelClosedException.class)
                .hasMessage("a channel must be open to send to it: channel=orders");
        assertThat(test.result(channel.receive())).isEqualTo("a");
        assertThat(waiting.isFulfilled()).isTrue();
        assertThat(test.result(channel.receive())).isEqualTo("b");
        assertThatThrownBy(() -> test.result(channel.receive()))
                .isInstanceOf(ChannelClosedException.class)
                .hasMessage("a channel must have elements or be open to receive from it: channel=orders")
                .hasNoCause();
        assertBalanced(channel);
    }

    @Test
    void shouldEndReceiversThatWait() {
        Channel<String> channel = Channels.rendezvous();
        List<Promise<String>> waiting = List.of(channel.receive(), channel.receive(), channel.receive());
        channel.close();
        waiting.forEach(one -> assertThatThrownBy(() -> test.result(one)).isInstanceOf(ChannelClosedException.class));
    }

    @Test
    void shouldPassTheFailureOfAChannelOnBehindItsElements() {
        Channel<String> channel = Channels.buffered(1);
        IllegalStateException cause = new IllegalStateException("broken");
        channel.send("a");
        channel.fail(cause);
        channel.close(); // only the first end counts

        assertThat(test.result(channel.receive())).isEqualTo("a");
        assertThatThrownBy(() -> test.result(channel.receive())).hasCause(cause);
        assertThatThrownBy(() -> test.result(channel.send("b"))).hasCause(cause);
    }

    // ---- bad input -------------------------------------------------------------------------------------------------

    @Test
    void shouldRefuseNullElements() {
        Channel<String> channel = Channels.buffered(1);
        assertThatThrownBy(() -> channel.send(nothing())).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> channel.trySend(nothing())).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> channel.put(nothing())).isInstanceOf(NullPointerException.class);
        assertThat(channel.stats().sent()).isZero();
    }

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // on purpose
    private static <T> T nothing() {
        return null;
    }

    @Test
    void shouldRefuseACapacityBelowOne() {
        assertThatThrownBy(() -> Channels.buffered(0))
                .hasMessage("capacity must be at least 1: capacity=0; a channel without a buffer is a rendezvous");
        assertThatThrownBy(() -> Channels.buffered(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldRefuseToBlockTheTurnOfAnActor() {
        Channel<String> channel = Channels.<String>buffered(1).named("orders");
        assertThatThrownBy(() -> test.result(actor.ask(me -> {
                    channel.put("a");
                    return Promise.done();
                })))
                .isInstanceOf(WaitRefusedException.class)
                .hasMessage(
                        "put must not be called in an actor's turn, it would block the worker: channel=orders; use send");
        assertThatThrownBy(() -> test.result(actor.ask(me -> Promise.of(channel.take()))))
                .hasMessage(
                        "take must not be called in an actor's turn, it would block the worker: channel=orders; use receive");
        assertThat(channel.stats().sent()).isZero();
    }

    @Test
    void shouldRefuseALimitThatIsNotPositive() {
        Channel<String> channel = Channels.buffered(1);
        assertThatThrownBy(() -> channel.put("a", Duration.ZERO))
                .hasMessage("limit must be more than zero: limit=PT0S");
        assertThatThrownBy(() -> channel.take(Duration.ofSeconds(-1))).isInstanceOf(IllegalArgumentException.class);
        assertThat(channel.stats().sent()).isZero();
    }
}
