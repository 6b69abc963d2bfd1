// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.SendingSocket;
import io.troupe.sp.socket.SubSocket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BroadcastTest {
    @Test
    void shouldShareOneBodyAmongAll() {
        byte[] body = {1, 2, 3};
        try (SendingSocket pub = Sockets.pub();
                SubSocket one = Sockets.sub();
                SubSocket two = Sockets.sub()) {
            pub.listen("inproc://shared-body");
            for (SubSocket sub : List.of(one, two)) {
                sub.subscribe("");
                sub.dial("inproc://shared-body").connected().await(Meeting.LIMIT);
            }
            SpMessage sent = SpMessage.wrap(ByteBuffer.wrap(body));
            pub.send(sent);
            SpMessage first = one.receive(Meeting.LIMIT);
            SpMessage second = two.receive(Meeting.LIMIT);
            assertThat(first.body().array()).isSameAs(body);
            assertThat(second.body().array()).isSameAs(body);
            first.body().get();
            assertThat(second.body().remaining()).isEqualTo(3); // each with a position of its own
            first.release();
            assertThat(second.bytes()).containsExactly(1, 2, 3);
            second.release();
            assertThatThrownBy(sent::retain).hasMessageContaining("a sent message");
        }
    }

    /** Not more than the pipes hold are under way, or some would be dropped when a thread is stopped amidst a delivery. */
    @Test
    void shouldGiveEverythingToAllWhenManySend() throws InterruptedException {
        int senders = 3;
        int each = 5_000;
        Semaphore underWay = new Semaphore(8);
        try (DuplexSocket hub = Sockets.bus();
                DuplexSocket one = Sockets.bus();
                DuplexSocket two = Sockets.bus()) {
            String uri = hub.listen("inproc://many-send").uri();
            Meeting.dial(hub, one, uri);
            Meeting.dial(hub, two, uri);
            List<Thread> threads = new ArrayList<>();
            for (int sender = 0; sender < senders; sender++) {
                int from = sender * each;
                threads.add(new Thread(() -> {
                    for (int i = 0; i < each; i++) {
                        SpMessage message = SpMessage.allocate(4);
                        message.body().putInt(from + i);
                        underWay.acquireUninterruptibly();
                        hub.send(message);
                    }
                }));
            }
            threads.forEach(Thread::start);
            int[][] next = {{0, each, 2 * each}, {0, each, 2 * each}};
            for (int i = 0; i < senders * each; i++) {
                inOrder(one, next[0], each);
                inOrder(two, next[1], each);
                underWay.release();
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    private static void inOrder(DuplexSocket receiver, int[] next, int each) {
        try (SpMessage message = receiver.receive(Meeting.LIMIT)) {
            int number = message.body().getInt();
            assertThat(number).isEqualTo(next[number / each]++);
        }
    }
}
