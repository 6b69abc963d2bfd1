// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.Offer;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.timer.Clock;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.codec.TargetId;
import io.troupe.remoting.pacing.QueuePressure;
import io.troupe.remoting.value.WireException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LinkWriterTest {
    private static final int LARGE = 64 << 10;
    private static final int MANY = 256;

    private final MemoryBudget budget = MemoryBudget.of(1 << 30);
    private final FullConnection connection = new FullConnection();
    private final List<Frame> encoded = new ArrayList<>();
    private final WriteQueue queue = new WriteQueue(connection, budget, budget, Long.MAX_VALUE);
    private final FrameFactory frames = new FrameFactory() {
        @Override
        public @Nullable Frame frame(OutCell cell, Message message) {
            if (message instanceof Refused) {
                assertThat(cell.tryOffer(new Refused())).isEqualTo(Offer.ACCEPTED);
                refused++;
                return null;
            }
            return new Frame.Tell(cell.to(), "put", new Payload.Outgoing(List.of(), new Object[0]));
        }

        @Override
        public boolean handsOver() {
            return false;
        }

        @Override
        public void sent(Message message, int bytes) {
            // the test keeps nothing
        }

        @Override
        public void notSent(OutCell cell, Message message, WireException cause) {
            throw cause;
        }

        @Override
        public Runnable ifLost(OutCell cell, Message message) {
            return () -> {};
        }

        @Override
        public void lost(OutCell cell, Message message) {
            // at the end
        }
    };

    private final SendWindow window = new SendWindow(queue);

    private final LinkWriter writer = new LinkWriter(
            Clock.system(),
            connection,
            (frame, out) -> {
                int begin = out.size();
                encoded.add(frame);
                int size = frame instanceof Frame.Tell ? LARGE : 10;
                out.reserve(size);
                out.advance(size);
                return begin;
            },
            queue,
            budget,
            frames,
            new CallWindow(queue),
            window);

    private int refused;

    LinkWriterTest() {
        queue.writer(writer::run);
    }

    /** Leads to no frame, and its sender sends the next one at once. */
    private static final class Refused extends Message {
        @Override
        public void deliver(Object receiver) {
            throw new AssertionError("is refused");
        }
    }

    private static final class Note extends Message {
        @Override
        public void deliver(Object receiver) {
            throw new AssertionError("is encoded");
        }
    }

    private OutCell flooded(int id) {
        OutCell cell = new OutCell(
                new OutCell.Birth(id, Clock.system().nanos()), queue, frames, TargetId.id(id), MANY, budget);
        for (int i = 0; i < MANY; i++) {
            assertThat(cell.tryOffer(new Note())).isEqualTo(Offer.ACCEPTED);
        }
        return cell;
    }

    /** A quarter of a mebibyte is full; half a piece may be on its way there. */
    @Test
    void shouldLookAtTheRoomAfterEachMessage() {
        OutCell cell = flooded(1);
        connection.runTasks();
        assertThat(connection.written()).isBetween((long) FullConnection.HIGH, FullConnection.HIGH + 2L * LARGE);
        assertThat(cell.depth(MANY)).isGreaterThan(MANY - 8);
    }

    /** Else reading, timers and other links of the loop would wait as long as somebody sends what is refused. */
    @Test
    void shouldEndARunThatMakesNoBytes() {
        OutCell cell =
                new OutCell(new OutCell.Birth(1, Clock.system().nanos()), queue, frames, TargetId.id(1), MANY, budget);
        assertThat(cell.tryOffer(new Refused())).isEqualTo(Offer.ACCEPTED);
        writer.run();
        assertThat(refused).isBetween(MANY, 100_000);
    }

    @Test
    void shouldWriteFramesOfTheLinkWhenThereIsNoRoom() {
        flooded(1);
        connection.runTasks();
        assertThat(connection.isWritable()).isFalse();
        queue.urgent(new Frame.Pong(1));
        connection.runTasks();
        assertThat(encoded.get(encoded.size() - 1)).isEqualTo(new Frame.Pong(1));
    }

    /** What has come while data was encoded is written before more of that. */
    @Test
    void shouldWriteFramesOfTheLinkBeforeData() {
        flooded(1);
        queue.urgent(new Frame.Pong(1));
        connection.runTasks();
        assertThat(encoded.get(0)).isEqualTo(new Frame.Pong(1));
        queue.urgent(new Frame.Pong(2));
        connection.leaves();
        encoded.clear();
        writer.run();
        assertThat(encoded.get(0)).isEqualTo(new Frame.Pong(2));
        assertThat(encoded).hasSizeGreaterThan(2);
    }

    @Test
    void shouldLetTargetsTakeTurnsByBytes() {
        flooded(1);
        flooded(2);
        connection.runTasks();
        assertThat(encoded.stream().map(frame -> ((Frame.Tell) frame).to().id()))
                .startsWith(1L, 2L, 1L, 2L);
    }

    @Test
    void shouldSendNothingToATargetThatPauses() {
        OutCell cell = flooded(1);
        writer.onPause(cell, true);
        OutCell other = flooded(2);
        connection.runTasks();
        assertThat(cell.depth(MANY)).isEqualTo(MANY);
        assertThat(other.depth(MANY)).isLessThan(MANY);
        connection.leaves();
        writer.onPause(cell, false);
        connection.runTasks();
        assertThat(cell.depth(MANY)).isLessThan(MANY);
    }

    @Test
    void shouldPaceInBytesAndMakeUpForLargeMessages() {
        OutCell cell = flooded(1);
        connection.runTasks();
        connection.leaves();
        assertThat(cell.meanBytes()).isEqualTo(LARGE + QueuePressure.PER_MESSAGE);
        cell.onPressure(new QueuePressure(4, 1 << 20, 1, 0), System.nanoTime(), 0);
        encoded.clear();
        for (int i = 0; i < 10; i++) {
            writer.run();
            connection.runTasks();
            connection.leaves();
        }
        assertThat(encoded.size())
                .as("16 KiB per second, and the first message whole")
                .isLessThanOrEqualTo(1);
        assertThat(connection.scheduled())
                .as("asks again when the rate has grown")
                .hasSize(1);
        assertThat(connection.scheduled().get(0)).isLessThanOrEqualTo(50_000_000L);
        assertThat(cell.stats().limit()).isLessThan(1 << 20);
    }

    /** Sockets may keep much more than the other side holds. */
    @Test
    void shouldWaitUntilTheOtherSideHasReadWhatIsOnItsWay() {
        window.peer(8 * LARGE);
        flooded(1);
        everythingLeaves();
        assertThat(connection.written()).isBetween(7L * LARGE, 9L * LARGE + 1_000);
        long before = connection.written();
        for (Frame.Ping ping : pings()) {
            window.onPong(new Frame.Pong(ping.token()));
        }
        everythingLeaves();
        assertThat(connection.written() - before).isBetween(6L * LARGE, 9L * LARGE + 1_000);
    }

    @Test
    void shouldWriteFramesOfTheLinkWhileTheWindowIsClosed() {
        window.peer(LARGE);
        flooded(1);
        everythingLeaves();
        queue.urgent(new Frame.Pong(1));
        connection.runTasks();
        assertThat(encoded.get(encoded.size() - 1)).isEqualTo(new Frame.Pong(1));
    }

    /** It cannot have read what was not sent. */
    @Test
    void shouldNotOpenTheWindowForPongsWithoutAPing() {
        window.peer(2 * LARGE);
        flooded(1);
        everythingLeaves();
        long before = connection.written();
        for (long token : new long[] {Long.MIN_VALUE, Long.MIN_VALUE + (1L << 40), 0, 1L << 40, Long.MAX_VALUE}) {
            window.onPong(new Frame.Pong(token));
        }
        everythingLeaves();
        assertThat(connection.written()).isEqualTo(before);
    }

    /** Small messages take more memory than bytes on the way. */
    @Test
    void shouldCountMoreThanTheBytesOfSmallFrames() {
        window.peer(10 * QueuePressure.PER_MESSAGE);
        for (int i = 0; i < MANY; i++) {
            queue.urgent(new Frame.Pong(i));
        }
        flooded(1);
        everythingLeaves();
        assertThat(encoded).noneMatch(frame -> frame instanceof Frame.Tell);
        assertThat(pings()).isNotEmpty();
    }

    private void everythingLeaves() {
        long before;
        do {
            before = connection.written();
            connection.leaves();
            writer.run();
            connection.runTasks();
        } while (connection.written() > before);
    }

    private List<Frame.Ping> pings() {
        return encoded.stream()
                .filter(frame -> frame instanceof Frame.Ping)
                .map(frame -> (Frame.Ping) frame)
                .toList();
    }
}
