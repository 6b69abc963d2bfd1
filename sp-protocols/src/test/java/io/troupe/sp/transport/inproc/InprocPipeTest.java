// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.inproc;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.transport.DropCounts;
import io.troupe.sp.transport.Pipe;
import io.troupe.sp.transport.PipeHandler;
import io.troupe.sp.transport.SpAddress;
import io.troupe.sp.transport.TransportContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class InprocPipeTest {
    private final DropCounts counters = new DropCounts();
    private final TransportContext context = new TransportContext(Protocol.PAIR0, SocketOptions.defaults(), counters);
    private final InprocPipe near = pipe(false);
    private final InprocPipe far = pipe(true);
    private final Recorder here = new Recorder();
    private final Recorder there = new Recorder();

    InprocPipeTest() {
        near.meet(far);
    }

    private InprocPipe pipe(boolean accepted) {
        return new InprocPipe(SpAddress.parse("inproc://test"), context, Protocol.PAIR0, accepted);
    }

    private void handled() {
        far.handledBy(there);
        near.handledBy(here);
    }

    private boolean offer(String text) {
        SpMessage message = SpMessage.of(text);
        boolean taken = near.offer(message);
        if (!taken) {
            message.release();
        }
        return taken;
    }

    private long dropped() {
        return counters.of(DropReason.PEER_GONE);
    }

    @Test
    void shouldHoldWhatIsRefusedAndNothingElse() {
        handled();
        there.room.set(1);
        assertThat(offer("one")).isTrue();
        assertThat(offer("two")).isTrue(); // is held
        assertThat(near.isWritable()).isFalse();
        assertThat(offer("three")).isFalse();
        assertThat(near.pending()).isEqualTo(1);
        int before = here.writable.get();
        far.resume(); // though there is no room
        assertThat(here.writable).hasValue(before);
        there.room.set(5);
        far.resume();
        assertThat(there.texts).containsExactly("one", "two");
        assertThat(here.writable).hasValue(before + 1);
        assertThat(offer("three")).isTrue();
        assertThat(there.texts).containsExactly("one", "two", "three");
    }

    @Test
    void shouldNotMissAResumeThatComesBeforeTheRefusal() {
        handled();
        there.room.set(0);
        there.amidst = () -> {
            there.amidst = () -> {};
            there.room.set(0);
            far.resume();
            there.roomAfter = 5;
        };
        assertThat(offer("one")).isTrue();
        assertThat(there.texts).containsExactly("one");
        assertThat(near.isWritable()).isTrue();
    }

    @Test
    void shouldKeepWhatIsSentBeforeThereIsAHandler() {
        assertThat(offer("one")).isTrue();
        assertThat(offer("two")).isFalse();
        handled();
        assertThat(there.texts).containsExactly("one");
        assertThat(near.isWritable()).isTrue();
    }

    @Test
    void shouldTellBothEndsOnce() {
        handled();
        near.close("enough");
        far.close("later");
        assertThat(here.closed).containsExactly("enough");
        assertThat(there.closed).containsExactly("the other side has closed");
        assertThat(offer("late")).isFalse();
    }

    @Test
    void shouldTellAHandlerThatComesLate() {
        near.close("enough");
        handled();
        assertThat(here.closed).containsExactly("enough");
        assertThat(there.closed).containsExactly("the other side has closed");
    }

    @Test
    void shouldCloseBothEndsWithoutAHandler() {
        far.handledBy(there);
        near.handledBy(null);
        assertThat(there.closed).containsExactly("the other side has closed");
    }

    @Test
    void shouldDropAndCountWhatIsHeldWhenClosed() {
        handled();
        there.room.set(0);
        assertThat(offer("held")).isTrue();
        far.close("enough");
        assertThat(dropped()).isEqualTo(1);
        there.room.set(5);
        far.resume();
        assertThat(there.texts).isEmpty();
    }

    @Test
    void shouldTellTheEndAfterWhatIsLostIsCounted() {
        handled();
        there.room.set(0);
        here.atEnd = () -> assertThat(dropped()).isEqualTo(1);
        there.amidst = () -> far.close("while a message is on its way");
        assertThat(offer("lost")).isTrue();
        assertThat(here.closed).hasSize(1);
        assertThat(dropped()).isEqualTo(1);
    }

    @Test
    void shouldDeliverWhatIsHeldBeforeAGentleEnd() {
        handled();
        there.room.set(0);
        assertThat(offer("held")).isTrue();
        near.closeGently("bye");
        assertThat(offer("late")).isFalse();
        assertThat(here.closed).isEmpty();
        there.room.set(1);
        far.resume();
        assertThat(there.texts).containsExactly("held");
        assertThat(here.closed).containsExactly("bye");
        assertThat(there.closed).hasSize(1);
    }

    @Test
    void shouldOfferNothingToAnEndThatSaysGoodbye() {
        handled();
        here.room.set(0);
        SpMessage answer = SpMessage.of("answer");
        assertThat(far.offer(answer)).isTrue(); // is held, so its end waits
        far.closeGently("bye");
        assertThat(offer("late")).isFalse();
        assertThat(there.texts).isEmpty();
        here.room.set(1);
        near.resume();
        assertThat(here.texts).containsExactly("answer");
        assertThat(here.closed).hasSize(1);
        assertThat(there.closed).containsExactly("bye");
    }

    @Test
    void shouldEndWhenBothSidesSayGoodbyeAndTakeNothing() {
        handled();
        here.room.set(0);
        there.room.set(0);
        assertThat(offer("there")).isTrue();
        assertThat(far.offer(SpMessage.of("here"))).isTrue();
        near.closeGently("bye");
        assertThat(here.closed).isEmpty();
        far.closeGently("bye, too");
        assertThat(here.closed).hasSize(1);
        assertThat(there.closed).hasSize(1);
        assertThat(dropped()).isEqualTo(2);
    }

    @Test
    void shouldCloseWhenAHandlerFails() {
        handled();
        there.amidst = () -> {
            throw new IllegalStateException("on purpose");
        };
        assertThat(near.offer(SpMessage.of("x"))).isTrue();
        there.failed.forEach(SpMessage::release);
        assertThat(here.closed).containsExactly("the other side has closed");
        assertThat(there.closed).containsExactly("a handler failed");
    }

    @Test
    void shouldCloseWhenThereIsNoMemoryForAHandler() {
        handled();
        there.amidst = () -> {
            there.amidst = () -> {};
            near.offer(SpMessage.of("left behind meanwhile"));
            throw new OutOfMemoryError("on purpose");
        };
        assertThat(near.offer(SpMessage.of("x"))).isTrue();
        there.failed.forEach(SpMessage::release);
        assertThat(here.closed).containsExactly("the other side has closed");
        assertThat(there.closed).containsExactly("a handler failed");
    }

    /** While senders are at it, room comes and goes, and in the end the pipe is closed from either side. */
    @Test
    void shouldGiveEachMessageOneEnd() throws InterruptedException {
        for (int round = 0; round < 200; round++) {
            new InprocPipeTest().oneRound(round);
        }
    }

    private void oneRound(int round) throws InterruptedException {
        handled();
        there.room.set(round % 3);
        AtomicInteger taken = new AtomicInteger();
        AtomicBoolean over = new AtomicBoolean();
        AtomicLong lost = new AtomicLong();
        here.atEnd = () -> lost.set(dropped());
        List<Thread> threads = senders(taken);
        Thread reader = new Thread(() -> {
            while (!over.get()) {
                there.room.incrementAndGet();
                far.resume();
            }
        });
        threads.forEach(Thread::start);
        reader.start();
        if (round % 4 != 0) {
            (round % 2 == 0 ? near : far).close("enough");
        }
        for (Thread thread : threads) {
            thread.join();
        }
        over.set(true);
        reader.join();
        there.room.set(1_000_000);
        far.resume();
        near.closeGently("bye");
        assertThat(there.overlaps).hasValue(0);
        assertThat(there.closed).hasSize(1);
        assertThat(here.closed).hasSize(1);
        assertThat(there.afterEnd).hasValue(0);
        assertThat(there.texts.size() + dropped()).isEqualTo(taken.get());
        assertThat(lost).hasValue(dropped());
    }

    private List<Thread> senders(AtomicInteger taken) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            threads.add(new Thread(() -> {
                for (int k = 0; k < 300; k++) {
                    if (offer("x")) {
                        taken.incrementAndGet();
                    }
                }
            }));
        }
        return threads;
    }

    /** Takes as many as it has room for. */
    private static final class Recorder implements PipeHandler {
        final AtomicInteger room = new AtomicInteger(1_000_000);
        final List<String> texts = new ArrayList<>();
        final List<String> closed = new CopyOnWriteArrayList<>();
        final List<SpMessage> failed = new ArrayList<>();
        final AtomicInteger writable = new AtomicInteger();
        final AtomicInteger overlaps = new AtomicInteger();
        final AtomicInteger afterEnd = new AtomicInteger();
        private final AtomicBoolean busy = new AtomicBoolean();
        Runnable amidst = () -> {};
        Runnable atEnd = () -> {};
        int roomAfter;

        @Override
        public boolean onMessage(Pipe pipe, SpMessage message) {
            if (!busy.compareAndSet(false, true)) {
                overlaps.incrementAndGet();
            }
            try {
                return taken(message);
            } finally {
                busy.set(false);
            }
        }

        private boolean taken(SpMessage message) {
            if (!closed.isEmpty()) {
                afterEnd.incrementAndGet();
            }
            boolean has = room.getAndUpdate(count -> Math.max(0, count - 1)) > 0;
            try {
                amidst.run();
            } catch (RuntimeException | Error e) {
                failed.add(message);
                throw e;
            }
            room.addAndGet(roomAfter);
            roomAfter = 0;
            if (has) {
                texts.add(message.text());
                message.release();
            }
            return has;
        }

        @Override
        public void onWritable(Pipe pipe) {
            writable.incrementAndGet();
        }

        @Override
        public void onClosed(Pipe pipe, String reason) {
            closed.add(reason);
            atEnd.run();
        }
    }
}
