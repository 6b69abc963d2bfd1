// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(30)
class PairTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    @Test
    void shouldCarryMessagesBothWays() {
        try (DuplexSocket left = Sockets.pair();
                DuplexSocket right = Sockets.pair()) {
            left.listen("inproc://both-ways");
            right.dial("inproc://both-ways").connected().await(LIMIT);
            right.send(SpMessage.of("there"));
            try (SpMessage message = left.receive(LIMIT)) {
                assertThat(message.text()).isEqualTo("there");
            }
            left.send(SpMessage.of("back"));
            try (SpMessage message = right.receive(LIMIT)) {
                assertThat(message.text()).isEqualTo("back");
            }
        }
    }

    @Test
    void shouldKeepOrderAndLimitsBetweenThreads() throws InterruptedException {
        int many = 100_000;
        try (DuplexSocket left =
                        Sockets.pair(SocketOptions.builder().receiveBuffer(16).build());
                DuplexSocket right = Sockets.pair()) {
            left.listen("inproc://order");
            right.dial("inproc://order").connected().await(LIMIT);
            Thread sender = new Thread(() -> {
                for (int i = 0; i < many; i++) {
                    SpMessage message = SpMessage.allocate(4);
                    message.body().putInt(i);
                    right.send(message);
                }
            });
            sender.start();
            for (int i = 0; i < many; i++) {
                try (SpMessage message = left.receive(LIMIT)) {
                    assertThat(message.body().getInt()).isEqualTo(i);
                }
            }
            sender.join();
        }
    }

    @Test
    void shouldServePromises() {
        try (DuplexSocket left =
                        Sockets.pair(SocketOptions.builder().receiveBuffer(1).build());
                DuplexSocket right = Sockets.pair()) {
            left.listen("inproc://promises");
            Promise<SpMessage> first = left.receiveLater();
            Promise<Void> early = right.sendLater(SpMessage.of("one"));
            assertThat(early.isSettled()).isFalse();
            right.dial("inproc://promises").connected().await(LIMIT);
            early.await(LIMIT);
            try (SpMessage message = first.await(LIMIT)) {
                assertThat(message.text()).isEqualTo("one");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"PAIR0", "PAIR1"})
    void shouldLeaveToTheSenderWhatAClosingPeerDoesNotTake(Protocol version) {
        SocketOptions small = SocketOptions.builder().receiveBuffer(1).build();
        try (DuplexSocket sender = open(version, small);
                DuplexSocket next = open(version, small)) {
            DuplexSocket leaving = open(version, small);
            sender.listen("inproc://leaving");
            leaving.dial("inproc://leaving").connected().await(LIMIT);
            List<Promise<Void>> sent = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                sent.add(sender.sendLater(SpMessage.of("work " + i)));
            }
            int taken = (int) sender.stats().sent();
            assertThat(taken).isLessThan(5);
            leaving.close();
            assertThat(sender.stats().sent()).isEqualTo(taken);
            assertThat(sent.get(taken).isSettled()).isFalse();
            next.dial("inproc://leaving").connected().await(LIMIT);
            for (int i = taken; i < 10; i++) {
                try (SpMessage message = next.receive(LIMIT)) {
                    assertThat(message.text()).isEqualTo("work " + i);
                }
            }
        }
    }

    private static DuplexSocket open(Protocol version, SocketOptions options) {
        return version == Protocol.PAIR0 ? Sockets.pair(options) : Sockets.pair1(options);
    }

    @Test
    void shouldDeliverWhatWasSentBeforeClosing() {
        try (DuplexSocket left =
                Sockets.pair(SocketOptions.builder().receiveBuffer(1).build())) {
            DuplexSocket right =
                    Sockets.pair(SocketOptions.builder().linger(LIMIT).build());
            left.listen("inproc://farewell");
            right.dial("inproc://farewell").connected().await(LIMIT);
            right.send(SpMessage.of("one"));
            right.send(SpMessage.of("two")); // waits in the pipe
            Thread closing = new Thread(right::close);
            closing.start();
            for (String text : List.of("one", "two")) {
                try (SpMessage message = left.receive(LIMIT)) {
                    assertThat(message.text()).isEqualTo(text);
                }
            }
            assertThatCode(closing::join).doesNotThrowAnyException();
        }
    }

    @Test
    void shouldEndWhoWaitsWhenClosed() {
        DuplexSocket alone = Sockets.pair();
        Promise<SpMessage> waiting = alone.receiveLater();
        assertThatThrownBy(() -> alone.receive(Duration.ofMillis(1)))
                .isInstanceOfSatisfying(
                        SpException.class, e -> assertThat(e.reason()).isEqualTo(SpError.TIMED_OUT));
        alone.close();
        assertThatThrownBy(() -> waiting.await(LIMIT)).hasMessageContaining("closed");
        assertThatThrownBy(() -> alone.dial("inproc://x")).hasMessageContaining("closed");
    }

    @Test
    void shouldRefuseToDialAnAddressThatCanNeverBeUsed() {
        try (DuplexSocket socket = Sockets.pair()) {
            for (String uri :
                    List.of("x", "tcp://127.0.0.1:99999", "tcp://127.0.0.1:0", "ws://127.0.0.1:x/", "foo://a")) {
                assertThatThrownBy(() -> socket.dial(uri))
                        .isInstanceOfSatisfying(
                                SpException.class, e -> assertThat(e.reason()).isEqualTo(SpError.ADDRESS_INVALID));
            }
            assertThatCode(() -> socket.dial("tcp://no-such-host.invalid:80").close())
                    .doesNotThrowAnyException(); // it may be known later
        }
    }
}
