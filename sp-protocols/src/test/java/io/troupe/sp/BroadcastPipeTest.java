// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BroadcastPipeTest {
    private final SocketCounters counters = new SocketCounters();

    private long dropped(DropReason cause) {
        return counters.read(0).dropped(cause);
    }

    private static void send(BroadcastPipe target, int from, int to) {
        for (int i = from; i <= to; i++) {
            target.send(SpMessage.of("" + i));
        }
    }

    @Test
    void shouldHoldTheNewestForAFullPipe() {
        StubPipe pipe = new StubPipe(2);
        BroadcastPipe target = new BroadcastPipe(pipe, counters, true, 3);
        send(target, 1, 10);
        assertThat(pipe.taken).containsExactly("1", "2");
        assertThat(dropped(DropReason.SEND_QUEUE_FULL)).isEqualTo(5);
        pipe.room.set(2);
        target.onWritable();
        assertThat(pipe.taken).containsExactly("1", "2", "8", "9");
        pipe.room.set(100);
        send(target, 11, 11); // must not overtake what is held
        assertThat(pipe.taken).hasSize(4);
        target.onWritable();
        send(target, 12, 12);
        assertThat(pipe.taken).containsExactly("1", "2", "8", "9", "10", "11", "12");
        assertThat(dropped(DropReason.SEND_QUEUE_FULL)).isEqualTo(5);
    }

    @Test
    void shouldDropTheNewestIfToldSo() {
        StubPipe pipe = new StubPipe(2);
        BroadcastPipe target = new BroadcastPipe(pipe, counters, false, 3);
        send(target, 1, 4);
        pipe.room.set(1);
        target.onWritable();
        send(target, 5, 6);
        assertThat(pipe.taken).containsExactly("1", "2", "5");
        assertThat(dropped(DropReason.SEND_QUEUE_FULL)).isEqualTo(3);
    }

    @Test
    void shouldLetGoOfEverythingAtTheEnd() {
        StubPipe pipe = new StubPipe(0);
        BroadcastPipe target = new BroadcastPipe(pipe, counters, true, 8);
        SpMessage held = SpMessage.of("held");
        SpMessage late = SpMessage.of("late");
        target.send(held);
        target.end(DropReason.PEER_GONE);
        assertThat(dropped(DropReason.PEER_GONE)).isEqualTo(1);
        target.send(late);
        pipe.room.set(5);
        target.onWritable();
        assertThat(pipe.taken).isEmpty();
        assertThatThrownBy(held::retain).hasMessageContaining("released");
        assertThatThrownBy(late::retain).hasMessageContaining("released");
    }

    @Test
    void shouldLoseNothingUncountedBetweenThreads() throws InterruptedException {
        int each = 20_000;
        int senders = 3;
        StubPipe pipe = new StubPipe(0);
        BroadcastPipe target = new BroadcastPipe(pipe, counters, true, 16);
        List<Thread> threads = new ArrayList<>();
        for (int sender = 0; sender < senders; sender++) {
            int from = sender * each;
            threads.add(new Thread(() -> send(target, from, from + each - 1)));
        }
        threads.forEach(Thread::start);
        while (threads.stream().anyMatch(Thread::isAlive)) {
            pipe.room.set(5);
            target.onWritable();
            Thread.yield();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        pipe.room.set(Integer.MAX_VALUE);
        target.onWritable();
        int[] last = {-1, -1, -1};
        for (String text : List.copyOf(pipe.taken)) {
            int number = Integer.parseInt(text);
            assertThat(number).isGreaterThan(last[number / each]);
            last[number / each] = number;
        }
        assertThat(pipe.taken.size() + dropped(DropReason.SEND_QUEUE_FULL)).isEqualTo((long) senders * each);
        assertThat(pipe.taken.size()).isGreaterThan(16);
        send(target, 1, 1);
        assertThat(pipe.taken).endsWith("1"); // nothing is stuck
    }
}
