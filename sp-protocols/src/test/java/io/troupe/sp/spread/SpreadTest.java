// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.spread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.sp.Sockets;
import io.troupe.sp.contract.Meeting;
import io.troupe.sp.message.Message;
import io.troupe.sp.option.SocketOptions;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.SendingSocket;
import io.troupe.sp.socket.SubSocket;
import io.troupe.sp.stats.Drop;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SpreadTest {
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
            Message sent = Message.wrap(ByteBuffer.wrap(body));
            pub.send(sent);
            Message first = one.receive(Meeting.LIMIT);
            Message second = two.receive(Meeting.LIMIT);
            assertThat(first.body().array()).isSameAs(body);
            assertThat(second.body().array()).isSameAs(body);
            first.body().get();
            assertThat(second.body().remaining()).isEqualTo(3); // each with a position of its own
            first.release();
            assertThat(second.bytes()).containsExactly(1, 2, 3);
            second.release();
            assertThatThrownBy(sent::retain).hasMessageContaining("released");
        }
    }

    @Test
    void shouldGiveEverythingToAllWhenManySend() throws InterruptedException {
        int senders = 3;
        int each = 5_000;
        SocketOptions large = SocketOptions.defaults().receiveBuffer(senders * each);
        try (DuplexSocket hub = Sockets.bus();
                DuplexSocket one = Sockets.bus(large);
                DuplexSocket two = Sockets.bus(large)) {
            String uri = hub.listen("inproc://many-send").uri();
            Meeting.dial(hub, one, uri);
            Meeting.dial(hub, two, uri);
            List<Thread> threads = new ArrayList<>();
            for (int sender = 0; sender < senders; sender++) {
                int from = sender * each;
                threads.add(new Thread(() -> {
                    for (int i = 0; i < each; i++) {
                        Message message = Message.allocate(4);
                        message.body().putInt(from + i);
                        hub.send(message);
                    }
                }));
            }
            threads.forEach(Thread::start);
            for (DuplexSocket receiver : List.of(one, two)) {
                int[] next = {0, each, 2 * each};
                for (int i = 0; i < senders * each; i++) {
                    try (Message message = receiver.receive(Meeting.LIMIT)) {
                        int number = message.body().getInt();
                        assertThat(number).isEqualTo(next[number / each]++);
                    }
                }
                assertThat(receiver.stats().dropped(Drop.RECEIVE_QUEUE_FULL)).isZero();
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }
}
