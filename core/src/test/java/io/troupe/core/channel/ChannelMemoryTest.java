// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ManualSystem;
import io.troupe.core.error.BackpressureException;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.mailbox.MemoryLevel;
import io.troupe.dispatch.mailbox.QueueKind;
import io.troupe.dispatch.mailbox.QueueMemory;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Elements of channels count in the budget of a system, whose turns the test runs. */
class ChannelMemoryTest {
    private static final int LIMIT = 1 << 20;
    private static final int SIZE = 1000;

    private final MemoryBudget budget = MemoryBudget.of(LIMIT);
    private final ManualSystem test = new ManualSystem(builder -> builder.memory(budget));
    private final Member actor = test.system.spawn(Member.class, Member::new);

    @AfterEach
    void close() {
        test.close();
    }

    private Channel<byte[]> ofSystem(Channel<byte[]> made) {
        inTurn(made::tryReceive);
        Promise<byte[]> receive = inTurnWithResult(made::receive);
        assertThat(receive.cancel()).isTrue(); // the system has adopted it
        return made;
    }

    private void inTurn(Runnable code) {
        actor.run(member -> code.run());
        test.runAll();
    }

    private <T> T inTurnWithResult(Supplier<T> code) {
        AtomicReference<T> result = new AtomicReference<>();
        inTurn(() -> result.set(code.get()));
        return result.get();
    }

    private static int fill(Channel<byte[]> channel) {
        int sent = 0;
        while (channel.trySend(new byte[SIZE])) {
            sent++;
        }
        return sent;
    }

    @Test
    void shouldKeepNoElementWithThePromiseOfASendThatIsOver() {
        Channel<byte[]> channel = ofSystem(Channels.rendezvous());
        List<WeakReference<byte[]>> elements = new ArrayList<>();
        List<Promise<Void>> sends = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            sends.add(sendOne(channel, elements, SIZE));
        }
        channel.tryReceive();
        sends.get(1).cancel();
        while (!sends.get(sends.size() - 1).isFailed()) {
            sends.add(sendOne(channel, elements, 100 * SIZE)); // until memory is full
        }
        channel.shut(null);
        assertThat(sends).allMatch(Promise::isSettled);

        for (int i = 0; i < 200 && elements.stream().anyMatch(one -> one.get() != null); i++) {
            System.gc();
        }
        assertThat(elements).allMatch(one -> one.get() == null);
        assertThat(sends).hasSizeGreaterThan(4); // all of them are kept
    }

    private static Promise<Void> sendOne(Channel<byte[]> channel, List<WeakReference<byte[]>> elements, int size) {
        byte[] element = new byte[size];
        elements.add(new WeakReference<>(element));
        return channel.send(element);
    }

    @Test
    void shouldFailBatchesOneOfWhichMayNotWait() {
        Channel<Integer> source = Channels.buffered(300);
        Receiver<List<Integer>> batches = inTurnWithResult(() -> source.batch(100, Duration.ofDays(1)));
        for (int i = 0; i < 200; i++) {
            source.trySend(i);
        }
        budget.reserve(LIMIT);
        test.runAll();
        budget.release(LIMIT);

        Promise<List<Integer>> received = batches.receive();
        test.runAll();
        assertThat(received.isFailed()).isTrue();
        assertThat(received.result().orElseThrow().failure()).hasRootCauseInstanceOf(BackpressureException.class);
    }

    @Test
    void shouldCountTheElementsOfAChannelInTheSystemOfTheTurnThatMadeIt() {
        Channel<byte[]> channel =
                inTurnWithResult(() -> Channels.<byte[]>unlimited().named("orders"));
        channel.send(new byte[100 * SIZE]);
        assertThat(test.system.memory().used()).isBetween(100L * SIZE, 150L * SIZE);
        assertThat(test.system.memory().largest())
                .singleElement()
                .satisfies(row -> assertThat(row.name()).isEqualTo("orders"))
                .satisfies(row -> assertThat(row.kind()).isEqualTo(QueueKind.CHANNEL))
                .satisfies(row -> assertThat(row.items()).isOne());
        assertThat(channel.tryReceive()).hasSize(100 * SIZE);
        assertThat(test.system.memory().used()).isZero();
    }

    @Test
    void shouldMoveTheElementsIntoTheSystemWhoseActorReceivesThem() {
        Channel<byte[]> channel = Channels.unlimited();
        for (int i = 0; i < 100; i++) {
            channel.send(new byte[SIZE]);
        }
        assertThat(budget.used()).isZero();
        List<byte[]> seen = new ArrayList<>();
        Promise<Void> end = inTurnWithResult(() -> channel.each(element -> {
            if (seen.isEmpty()) {
                assertThat(budget.used()).isGreaterThan(90L * SIZE);
            }
            seen.add(element);
        }));
        test.runAll();
        assertThat(end.isSettled()).isFalse();
        assertThat(seen).hasSize(100);
        assertThat(budget.used()).isZero();
    }

    @Test
    void shouldTakeAsMuchAsIsFreeIntoAnUnlimitedChannel() {
        Channel<byte[]> channel = ofSystem(Channels.unlimited());
        int sent = fill(channel);
        assertThat(sent).isBetween(LIMIT / 2 / SIZE - 30, LIMIT / 2 / SIZE + 1);
        assertThat(fill(ofSystem(Channels.unlimited()))).isBetween(LIMIT / 4 / SIZE - 30, LIMIT / 4 / SIZE + 1);
        assertThat(test.system.memory().level()).isEqualTo(MemoryLevel.HIGH);
    }

    @Test
    void shouldLetSendersWaitWhenMemoryIsShortAndGoOnWhenItIsNot() {
        Channel<byte[]> channel = ofSystem(Channels.unlimited());
        int sent = fill(channel);
        Promise<Void> waits = channel.send(new byte[SIZE]);
        assertThat(waits.isSettled()).isFalse();
        assertThat(channel.trySend(new byte[1])).isFalse(); // nobody overtakes
        assertThat(test.system.memory().largest())
                .extracting(QueueMemory::heldSenders)
                .containsExactly(1);
        int received = 0;
        while (!waits.isSettled()) {
            assertThat(channel.tryReceive()).isNotNull();
            received++;
        }
        assertThat(received).isBetween(sent / 4, sent / 2); // half as much as is free then
        assertThat(channel.stats().waitingSenders()).isZero();
    }

    @Test
    void shouldRefuseAndReturnWhatWouldWaitWhenTheBudgetIsUsedUp() {
        Channel<byte[]> channel = ofSystem(Channels.unlimited());
        List<Promise<Void>> sends = new ArrayList<>();
        while (budget.refused() == 0) {
            sends.add(channel.send(new byte[SIZE]));
        }
        Promise<Void> last = sends.get(sends.size() - 1);
        assertThatThrownBy(() -> test.result(last))
                .isInstanceOf(BackpressureException.class)
                .hasMessageContaining("channel=unnamed");
        assertThat(test.system.memory().refused()).isOne();
        assertThat(test.system.memory().level()).isEqualTo(MemoryLevel.FULL);
        assertThat(budget.used()).isLessThanOrEqualTo(LIMIT + LIMIT / 10);
        ChannelStats stats = channel.stats();
        assertThat(stats.sent()).isEqualTo(sends.size() - 1);

        int received = 0;
        while (channel.tryReceive() != null) {
            received++;
        }
        assertThat(received).isEqualTo(sends.size() - 1);
        assertThat(sends.subList(0, received)).allMatch(Promise::isFulfilled);
        assertThat(budget.used()).isZero();
    }

    @Test
    void shouldGoOnWithinItsReserveWhateverOthersHold() {
        budget.reserve(2 * LIMIT);
        Channel<byte[]> channel = ofSystem(Channels.buffered(16));
        for (int i = 0; i < 16; i++) {
            assertThat(channel.trySend(new byte[10])).isTrue();
        }
        Promise<Void> waits = channel.send(new byte[10]);
        assertThat(waits.isSettled()).isFalse();
    }

    @Test
    void shouldGiveBackWhatIsCancelledReplacedOrGivenBack() {
        Channel<byte[]> rendezvous = ofSystem(Channels.rendezvous());
        Promise<Void> send = rendezvous.send(new byte[50 * SIZE]);
        assertThat(budget.used()).isGreaterThan(50L * SIZE);
        assertThat(send.cancel()).isTrue();
        assertThat(budget.used()).isZero();

        Channel<byte[]> latest = ofSystem(Channels.latest());
        latest.send(new byte[50 * SIZE]);
        latest.send(new byte[1]);
        assertThat(budget.used()).isLessThan(3L * SIZE);
        latest.tryReceive();
        assertThat(budget.used()).isZero();

        Channel<byte[]> withdrawn = ofSystem(Channels.buffered(2));
        Promise<Void> end = inTurnWithResult(() -> withdrawn.each(element -> {}));
        test.runAll();
        withdrawn.send(new byte[50 * SIZE]);
        assertThat(end.cancel()).isTrue(); // before the turn that would have handled it
        test.runAll();
        assertThat(withdrawn.stats().inside()).isOne();
        assertThat(budget.used()).isGreaterThan(50L * SIZE);
        assertThat(withdrawn.tryReceive()).isNotNull();
        assertThat(budget.used()).isZero();
    }

    @Test
    void shouldGiveBackWhatASelectWouldHaveSent() {
        Channel<byte[]> to = ofSystem(Channels.rendezvous());
        Promise<String> choice = inTurnWithResult(
                () -> Select.fair().send(to, new byte[50 * SIZE], () -> "sent").once());
        assertThat(budget.used()).isGreaterThan(50L * SIZE);
        assertThat(to.tryReceive()).hasSize(50 * SIZE);
        test.runAll();
        assertThat(choice.isFulfilled()).isTrue();
        assertThat(budget.used()).isZero();
    }
}
