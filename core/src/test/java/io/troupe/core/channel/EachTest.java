// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ManualSystem;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EachTest {
    private final ManualSystem test = new ManualSystem();
    private final Member actor = member();
    private final List<Object> seen = new ArrayList<>();

    private Member member() {
        return test.system.spawn(Member.class, Member::new);
    }

    @AfterEach
    void close() {
        test.close();
    }

    private Promise<Void> each(Receiver<String> channel) {
        Promise<Void> end = actor.ask(me -> channel.each(seen::add));
        test.runAll();
        return end;
    }

    @Test
    void shouldHandleWhatIsInsideAndWhatComesUntilTheEnd() {
        Channel<String> channel = Channels.buffered(2);
        channel.send("a");
        channel.send("b");
        channel.send("c");
        Promise<Void> end = each(channel);
        assertThat(seen).containsExactly("a", "b", "c");

        channel.send("d");
        test.runAll();
        assertThat(seen).hasSize(4);
        assertThat(end.isSettled()).isFalse();
        channel.send("e");
        channel.close();
        test.runAll();
        assertThat(seen).containsExactly("a", "b", "c", "d", "e");
        assertThat(end.isFulfilled()).isTrue();
    }

    @Test
    void shouldNotHandleAnythingOnTheStackOfTheSender() {
        Channel<String> channel = Channels.rendezvous();
        each(channel);
        assertThat(channel.trySend("a")).isTrue();
        assertThat(seen).isEmpty();
        test.runAll();
        assertThat(seen).containsExactly("a");
    }

    @Test
    void shouldLetOthersHaveTheirTurnsWhileElementsCome() {
        Channel<Integer> channel = Channels.unlimited();
        for (int i = 0; i < 100_000; i++) {
            channel.send(i);
        }
        Member other = member();
        List<Integer> handled = new ArrayList<>();
        List<Integer> handledBefore = new ArrayList<>();
        actor.run(me -> channel.each(handled::add));
        other.run(me -> me.me().run(again -> handledBefore.add(handled.size())));
        test.runAll();
        assertThat(handled).hasSize(100_000).isSorted();
        assertThat(handledBefore).hasSize(1).allMatch(size -> size < 100_000);
    }

    @Test
    void shouldLetTheActorsOwnMessagesPassInBetween() {
        Channel<Integer> channel = Channels.unlimited();
        for (int i = 0; i < 100_000; i++) {
            channel.send(i);
        }
        List<Integer> handled = new ArrayList<>();
        List<Integer> handledBefore = new ArrayList<>();
        actor.run(me -> {
            channel.each(handled::add);
            me.me().run(again -> handledBefore.add(handled.size()));
        });
        test.runAll();
        assertThat(handledBefore).hasSize(1).allMatch(size -> size < 100_000);
    }

    @Test
    void shouldFailTheEndWithTheFailureOfTheChannel() {
        Channel<String> channel = Channels.buffered(1);
        Promise<Void> end = each(channel);
        channel.send("a");
        channel.fail(new IllegalStateException("broken"));
        assertThatThrownBy(() -> test.result(end)).hasMessage("broken");
        assertThat(seen).containsExactly("a");
    }

    @Test
    void shouldFailTheActorWhenTheHandlerThrows() {
        Channel<String> channel = Channels.buffered(4);
        List<Promise<Void>> end = new ArrayList<>();
        actor.run(me -> end.add(channel.each(element -> {
            if (element.equals("bad")) {
                throw new IllegalStateException("handler");
            }
            seen.add(element);
        })));
        test.runAll();
        channel.send("good");
        channel.send("bad");
        channel.send("left");
        test.runAll();

        assertThat(seen).containsExactly("good");
        assertThat(end.get(0).isFailed()).isTrue();
        assertThat(test.failures).anyMatch(failure -> failure.contains("handler"));
        assertThat(channel.tryReceive()).isEqualTo("left");
    }

    @Test
    void shouldEndWithItsActor() {
        Channel<String> channel = Channels.<String>rendezvous();
        List<Promise<Void>> end = new CopyOnWriteArrayList<>();
        actor.run(me -> end.add(channel.each(seen::add)));
        test.runAll();
        test.system.stop(actor);
        test.runAll();

        assertThat(channel.stats().waitingReceivers()).isZero();
        assertThatThrownBy(() -> test.result(end.get(0))).isInstanceOf(ActorStoppedException.class);
        assertThat(channel.trySend("a")).isFalse();
    }

    @Test
    void shouldCountNoDeadLetterIfNoElementIsLost() {
        Channel<String> channel = Channels.rendezvous();
        List<Promise<Void>> end = new ArrayList<>();
        actor.run(me -> {
            end.add(channel.each(seen::add)); // its first run comes behind this turn
            throw new IllegalStateException("restart");
        });
        test.advance(ManualSystem.LONG);
        assertThat(end.get(0).isFailed()).isTrue();
        assertThat(test.letters).isEmpty();
    }

    @Test
    void shouldLeaveTheRestInsideWhenTheHandlerStopsTheActor() {
        Channel<String> channel = Channels.unlimited();
        for (int i = 0; i < 100; i++) {
            channel.send("e" + i);
        }
        actor.run(me -> channel.each(element -> {
            seen.add(element);
            if (element.equals("e9")) {
                me.stop();
            }
        }));
        test.runAll();
        assertThat(seen).hasSize(10);
        assertThat(channel.stats().inside()).isEqualTo(90);
        assertThat(channel.tryReceive()).isEqualTo("e10");
    }

    /** Elements by number, in a channel whose first ones have made the runs of its receiver long. */
    private Channel<Integer> busy(BiConsumer<Channel<Integer>, Integer> handler) {
        Channel<Integer> channel = Channels.buffered(128);
        for (int i = 0; i < 128; i++) {
            channel.send(i);
        }
        actor.run(me -> channel.each(element -> handler.accept(channel, element)));
        return channel;
    }

    @Test
    void shouldCountWhatTheReceiverHasWithinReachAsInside() {
        Channel<Integer> channel = busy((of, element) -> {
            ChannelStats stats = of.stats();
            seen.add(element);
            assertThat(stats.received()).isEqualTo(element + 1);
            assertThat(stats.inside()).isEqualTo(127 - element);
        });
        test.runAll();
        assertThat(seen).hasSize(128);
        assertThat(channel.stats()).isEqualTo(new ChannelStats(128, 128, 0, 0, 0, 0, 1));
    }

    @Test
    void shouldGiveOthersTheOldestElementsAlsoWithinTheReachOfTheReceiver() {
        Channel<Integer> channel = busy((of, element) -> {
            seen.add(element);
            if (element % 3 == 0 && element < 126) {
                assertThat(of.tryReceive()).isEqualTo(element + 1);
                assertThat(of.receive().result().orElseThrow().value()).isEqualTo(element + 2);
            }
        });
        test.runAll();
        assertThat(seen).hasSize(44).startsWith(0, 3, 6).endsWith(123, 126, 127);
        assertThat(channel.stats()).isEqualTo(new ChannelStats(128, 128, 0, 0, 0, 0, 1));
    }

    @Test
    void shouldHaveNoMoreRoomBecauseElementsAreWithinReach() {
        List<Boolean> accepted = new ArrayList<>();
        Channel<Integer> channel = busy((of, element) -> {
            if (element < 128) {
                accepted.add(of.trySend(1000)); // the place of this element
                accepted.add(of.trySend(1000)); // none
            }
        });
        test.runAll();
        assertThat(accepted).hasSize(256);
        for (int i = 0; i < accepted.size(); i += 2) {
            assertThat(accepted.get(i)).as("after %s elements", i / 2 + 1).isTrue();
            assertThat(accepted.get(i + 1)).as("after %s elements", i / 2 + 1).isFalse();
        }
        assertThat(channel.stats().inside()).isZero();
    }

    @Test
    void shouldLetSendersGoOnBeforeTheElementIsHandledThatMakesTheirRoom() {
        for (int capacity = 1; capacity <= 130; capacity++) {
            int half = capacity / 2;
            List<Object> handled = new ArrayList<>();
            Channel<Integer> channel = Channels.buffered(capacity);
            for (int i = 0; i < 400; i++) {
                Promise<Void> unused = channel.send(i);
            }
            member().run(me -> channel.each(element -> {
                ChannelStats stats = channel.stats();
                long buffered = stats.inside() - stats.waitingSenders();
                if (stats.waitingSenders() > 0) {
                    assertThat(buffered).as("after %s, %s", element, stats).isGreaterThan(half);
                }
                handled.add(element);
            }));
            test.runAll();
            assertThat(handled).as("capacity %s", capacity).hasSize(400).isSorted();
        }
    }

    @Test
    void shouldTellTheEndBeforeTheLastElementIsHandled() {
        for (int elements = 1; elements <= 128; elements++) {
            List<Boolean> ends = new ArrayList<>();
            Channel<Integer> channel = Channels.buffered(128);
            for (int i = 1; i <= elements; i++) {
                channel.trySend(i);
            }
            channel.watchEnd(() -> ends.add(channel.hasEnded()));
            channel.close();
            int last = elements;
            List<Object> handled = new ArrayList<>();
            member().run(me -> channel.each(element -> {
                handled.add(element);
                assertThat(ends.contains(true)).as("at %s of %s", element, last).isEqualTo(element == last);
            }));
            test.runAll();
            assertThat(handled).hasSize(elements);
        }
    }

    @Test
    void shouldHaveNoLargeElementsWithinReach() {
        byte[] large = new byte[1 << 20];
        Channel<byte[]> channel = Channels.unlimited();
        actor.run(me -> {
            for (int i = 0; i < 100; i++) {
                channel.trySend(i < 60 ? new byte[8] : large);
            }
            channel.each(element -> seen.add(element));
        });
        test.runAll();
        assertThat(seen).hasSize(100);
        assertThat(test.system.memory().used()).isLessThan(large.length);
    }

    @Test
    void shouldLeaveTheRestInOrderWheneverTheHandlerEndsTheReceiving() {
        for (int last = 0; last < 100; last++) {
            int stop = last;
            List<Promise<Void>> end = new ArrayList<>();
            Channel<Integer> channel = Channels.unlimited();
            for (int i = 0; i < 120; i++) {
                channel.send(i);
            }
            member().run(me -> end.add(channel.each(element -> {
                if (element == stop) {
                    end.get(0).cancel();
                }
            })));
            test.runAll();
            assertThat(channel.stats().inside()).as("stopped at %s", stop).isEqualTo(119 - stop);
            for (int i = stop + 1; i < 120; i++) {
                assertThat(channel.tryReceive()).isEqualTo(i);
            }
            assertThat(channel.stats()).isEqualTo(new ChannelStats(120, 120, 0, 0, 0, 0, 0));
        }
    }

    @Test
    void shouldReportAnElementThatAnEndedActorWasGiven() {
        List<String> undelivered = new CopyOnWriteArrayList<>();
        Channel<String> channel = Channels.<String>rendezvous().undelivered(undelivered::add);
        each(channel);
        actor.run(me -> {
            assertThat(channel.trySend("a")).isTrue(); // runs behind this turn
            throw new IllegalStateException("restart");
        });
        test.advance(ManualSystem.LONG);

        assertThat(seen).isEmpty();
        assertThat(undelivered).containsExactly("a");
        assertThat(channel.stats()).isEqualTo(new ChannelStats(1, 0, 0, 1, 0, 0, 0));
        assertThat(channel.trySend("b")).isFalse();
    }

    @Test
    void shouldReceiveNothingMoreWhenCancelled() {
        Channel<String> channel = Channels.rendezvous();
        List<Promise<Void>> end = new ArrayList<>();
        actor.run(me -> end.add(channel.each(seen::add)));
        test.runAll();
        assertThat(channel.trySend("a")).isTrue(); // given to it, but not handled
        assertThat(end.get(0).cancel()).isTrue();
        test.runAll();

        assertThat(seen).isEmpty();
        assertThat(channel.tryReceive()).isEqualTo("a");
        assertThat(channel.stats().waitingReceivers()).isZero();
        assertThat(channel.stats()).isEqualTo(new ChannelStats(1, 1, 0, 0, 0, 0, 0));
    }

    @Test
    void shouldShareElementsAmongReceivers() {
        Channel<Integer> channel = Channels.rendezvous();
        List<List<Integer>> received = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            List<Integer> mine = new ArrayList<>();
            received.add(mine);
            member().run(me -> channel.each(mine::add));
        }
        test.runAll();
        Member sender = member();
        Promise<Integer> last = sender.ask(me -> sendAll(channel, 0));
        assertThat(test.result(last)).isEqualTo(300);
        assertThat(received).allMatch(mine -> !mine.isEmpty());
        assertThat(received.stream().flatMap(List::stream).sorted())
                .hasSize(300)
                .doesNotHaveDuplicates();
        assertThat(received).allSatisfy(mine -> assertThat(mine).isSorted());
    }

    private static Promise<Integer> sendAll(Channel<Integer> channel, int next) {
        return next == 300 ? Promise.of(next) : channel.send(next).flatMap(sent -> sendAll(channel, next + 1));
    }

    // ---- asynchronous work ----------------------------------------------------------------------------------------

    @Test
    void shouldHaveAsMuchWorkUnderWayAsAllowed() {
        Channel<String> channel = Channels.unlimited();
        List<CompletablePromise<Void>> work = new ArrayList<>();
        for (String element : List.of("a", "b", "c", "d")) {
            channel.send(element);
        }
        Promise<Void> end = actor.ask(me -> channel.each(2, element -> {
            seen.add(element);
            work.add(new CompletablePromise<>());
            return work.get(work.size() - 1);
        }));
        test.runAll();
        assertThat(seen).containsExactly("a", "b");
        work.get(1).complete();
        test.runAll();
        assertThat(seen).containsExactly("a", "b", "c");
        channel.close();
        work.get(0).complete();
        work.get(2).complete();
        test.runAll();
        assertThat(seen).containsExactly("a", "b", "c", "d");
        assertThat(end.isSettled()).isFalse();
        work.get(3).complete();
        test.runAll();
        assertThat(end.isFulfilled()).isTrue();
    }

    @Test
    void shouldReceiveNothingMoreWhenWorkHasFailed() {
        Channel<String> channel = Channels.unlimited();
        List<CompletablePromise<Void>> work = new ArrayList<>();
        for (String element : List.of("a", "b", "c")) {
            channel.send(element);
        }
        Promise<Void> end = actor.ask(me -> channel.each(2, element -> {
            seen.add(element);
            work.add(new CompletablePromise<>());
            return work.get(work.size() - 1);
        }));
        test.runAll();
        work.get(0).fail(new IllegalStateException("store"));
        test.runAll();
        assertThat(end.isSettled()).isFalse(); // the other piece is under way
        work.get(1).complete();
        assertThatThrownBy(() -> test.result(end)).hasMessage("store");
        assertThat(seen).containsExactly("a", "b");
        assertThat(channel.tryReceive()).isEqualTo("c");
        assertThat(test.failures).isEmpty();
    }

    @Test
    void shouldReceiveNothingMoreAfterWorkThatHasFailedAtOnce() {
        Channel<String> channel = Channels.buffered(8);
        List.of("a", "b", "c", "d", "e").forEach(channel::send);
        Promise<Void> end = actor.ask(me -> channel.each(2, element -> {
            seen.add(element);
            CompletablePromise<Void> work = new CompletablePromise<>();
            boolean unused = element.equals("b") ? work.fail(new IllegalStateException("by b")) : work.complete();
            return work;
        }));
        test.runAll();

        assertThat(end.isFailed()).isTrue();
        assertThat(seen).containsExactly("a", "b");
        assertThat(channel.stats().inside()).isEqualTo(3);
    }

    @Test
    void shouldCountNullAsDone() {
        Channel<String> channel = Channels.unlimited();
        channel.send("a");
        channel.send("b");
        channel.close();
        Promise<Void> end = actor.ask(me -> channel.each(1, element -> {
            seen.add(element);
            return null;
        }));
        test.result(end);
        assertThat(seen).containsExactly("a", "b");
    }

    @Test
    void shouldRefuseLessThanOnePieceOfWork() {
        assertThatThrownBy(() -> Channels.rendezvous().each(0, element -> null))
                .hasMessage("most must be at least 1: most=0");
    }

    @Test
    void shouldWorkOutsideOfActors() {
        Channel<Integer> channel = Channels.buffered(2);
        List<Integer> got = new CopyOnWriteArrayList<>();
        Promise<Void> end = channel.each(got::add);
        for (int i = 0; i < 100; i++) {
            channel.put(i);
        }
        channel.close();
        end.await(ManualSystem.LONG);
        assertThat(got).hasSize(100).isSorted();
    }
}
