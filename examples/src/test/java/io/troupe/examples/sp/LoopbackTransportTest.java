// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.promise.Promise;
import io.troupe.sp.Sockets;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.ReceivingSocket;
import io.troupe.sp.socket.RepSocket;
import io.troupe.sp.socket.ReqSocket;
import io.troupe.sp.socket.SendingSocket;
import io.troupe.sp.socket.SocketDialer;
import io.troupe.sp.socket.SocketOptions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A third party can bring a transport: found as a service, it carries every protocol. */
@Timeout(60)
class LoopbackTransportTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Test
    void shouldCarryRequestsAndReplies() {
        try (RepSocket rep = Sockets.rep();
                ReqSocket req = Sockets.req()) {
            rep.listen("loop://requests");
            rep.serve(request -> Promise.of(request));
            req.dial("loop://requests").connected().await(LIMIT);
            for (int i = 0; i < 100; i++) {
                assertThat(text(req.ask(SpMessage.of("question " + i), LIMIT))).isEqualTo("question " + i);
            }
        }
    }

    @Test
    void shouldDialAgainUntilSomebodyListens() {
        SocketOptions soon =
                SocketOptions.builder().reconnectMin(Duration.ofMillis(1)).build();
        try (DuplexSocket right = Sockets.pair(soon);
                DuplexSocket left = Sockets.pair()) {
            SocketDialer dialer = right.dial("loop://later");
            assertThat(dialer.lastError()).isPresent();
            left.listen("loop://later");
            dialer.connected().await(LIMIT);
            right.send(SpMessage.of("there"));
            assertThat(text(left.receive(LIMIT))).isEqualTo("there");
        }
    }

    @Test
    void shouldHoldUpASenderWhoseReceiverIsFull() throws InterruptedException {
        int many = 1000;
        SocketOptions small =
                SocketOptions.builder().sendBuffer(2).receiveBuffer(2).build();
        try (ReceivingSocket pull = Sockets.pull(small);
                SendingSocket push = Sockets.push(small)) {
            pull.listen("loop://work");
            push.dial("loop://work").connected().await(LIMIT);
            Thread sender = new Thread(() -> {
                for (int i = 0; i < many; i++) {
                    push.send(SpMessage.of("job " + i), LIMIT);
                }
            });
            sender.start();
            for (int i = 0; i < many; i++) {
                assertThat(text(pull.receive(LIMIT))).isEqualTo("job " + i);
            }
            sender.join();
            assertThat(push.stats().dropped()).isEmpty();
        }
    }

    @Test
    void shouldWriteWhatIsPendingBeforeItCloses() {
        try (DuplexSocket left = Sockets.pair()) {
            left.listen("loop://goodbye");
            DuplexSocket right = Sockets.pair();
            right.dial("loop://goodbye").connected().await(LIMIT);
            right.send(SpMessage.of("first"));
            right.send(SpMessage.of("last"));
            right.close(LIMIT);
            assertThat(text(left.receive(LIMIT))).isEqualTo("first");
            assertThat(text(left.receive(LIMIT))).isEqualTo("last");
        }
    }

    private static String text(SpMessage message) {
        try (message) {
            return message.text();
        }
    }
}
