// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.net.support.LeakRecorder;
import io.troupe.sp.Sockets;
import io.troupe.sp.Until;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.PeerInfo;
import io.troupe.sp.socket.PemFiles;
import io.troupe.sp.socket.SocketDialer;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two PAIR sockets over each scheme. */
@Timeout(60)
class NettyPairTest {
    private static final int MIB = 1 << 20;
    private static PemFiles listenerTls;
    private static PemFiles dialerTls;

    @BeforeAll
    static void certify(@TempDir Path folder) throws Exception {
        TestCertificates certificates = new TestCertificates(folder, "authority");
        PemFiles own = certificates.good("listener");

        listenerTls = PemFiles.server(own.certificate(), own.key());
        dialerTls = PemFiles.trusting(certificates.authority());
    }

    @AfterAll
    static void shouldLoseNoBuffers() {
        assertThat(LeakRecorder.leaks()).isEmpty();
    }

    private static DuplexSocket listener(SocketOptions options) {
        return Sockets.pair(options.toBuilder().tls(listenerTls).build());
    }

    private static DuplexSocket dialer(SocketOptions options) {
        return Sockets.pair(options.toBuilder().tls(dialerTls).build());
    }

    private static String join(String scheme, DuplexSocket listener, DuplexSocket dialer) {
        String uri = listener.listen(scheme + "://127.0.0.1:0").uri();
        dialer.dial(uri).connected().await(Until.LIMIT);
        return uri;
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls+tcp", "ws", "wss"})
    void shouldCarryMessagesBothWays(String scheme) {
        try (DuplexSocket left = listener(SocketOptions.defaults());
                DuplexSocket right = dialer(SocketOptions.defaults())) {
            join(scheme, left, right);
            for (int round = 0; round < 3; round++) {
                right.send(SpMessage.of("there"));
                assertReceived(left, "there");
                left.send(SpMessage.of("back"));
                assertReceived(right, "back");
            }
            right.send(SpMessage.of(""));
            assertReceived(left, "");
        }
        TestEnd.noThreads();
    }

    private static void assertReceived(DuplexSocket socket, String text) {
        try (SpMessage message = socket.receive(Until.LIMIT)) {
            assertThat(message.text()).isEqualTo(text);
            assertThat(message.pipe()).isEqualTo(socket.pipes().get(0).id());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls+tcp", "ws", "wss"})
    void shouldTellWhoIsThere(String scheme) {
        try (DuplexSocket left = listener(SocketOptions.defaults());
                DuplexSocket right = dialer(SocketOptions.defaults())) {
            String uri = join(scheme, left, right);
            Until.isTrue(
                    "both attached",
                    () -> left.pipes().size() == 1 && right.pipes().size() == 1);
            PeerInfo listening = right.pipes().get(0).peer();
            PeerInfo dialling = left.pipes().get(0).peer();
            assertThat(listening.remote()).isEqualTo(uri);
            assertThat(dialling.local()).isEqualTo(uri);
            assertThat(dialling.remote()).isEqualTo(listening.local()).startsWith(scheme + "://127.0.0.1:");
            assertThat(dialling.accepted()).isTrue();
            assertThat(listening.accepted()).isFalse();
            assertThat(dialling.identity()).isNull();
            assertThat(listening.identity()).isEqualTo(scheme.equals("ws") ? null : "CN=listener");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls+tcp", "ws", "wss"})
    void shouldCarryLargeMessagesUpToTheLimit(String scheme) {
        try (DuplexSocket left = listener(SocketOptions.defaults());
                DuplexSocket right =
                        dialer(SocketOptions.builder().maxReceiveSize(0).build())) {
            join(scheme, left, right);
            for (int size : new int[] {8 << 10, (8 << 10) + 1, 70_000, MIB - 1, MIB}) {
                right.send(filled(size));
                assertFilled(left, size);
            }
            left.send(filled(3 * MIB + 1));
            assertFilled(right, 3 * MIB + 1);
            right.send(filled(MIB + 1));
            Until.isTrue("refused", () -> left.stats().dropped(DropReason.TOO_LONG) == 1);
            Until.isTrue(
                    "there again",
                    () -> left.stats().connected() == 2 && right.pipes().size() == 1);
            right.send(SpMessage.of("after"));
            assertReceived(left, "after");
        }
    }

    private static SpMessage filled(int size) {
        SpMessage message = SpMessage.allocate(size);
        for (int i = 0; i < size; i += 4) {
            message.body().put(i, (byte) (i / 4 * 31));
        }
        return message;
    }

    private static void assertFilled(DuplexSocket socket, int size) {
        try (SpMessage message = socket.receive(Until.LIMIT)) {
            assertThat(message.size()).isEqualTo(size);
            for (int i = 0; i < size; i += 4) {
                if (message.body().get(i) != (byte) (i / 4 * 31)) {
                    throw new AssertionError("another byte: at=" + i);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls+tcp", "ws", "wss"})
    void shouldKeepOrderAndStopAFastSender(String scheme) throws Exception {
        int many = 20_000;
        SocketOptions few =
                SocketOptions.builder().receiveBuffer(4).sendBuffer(4).build();
        try (DuplexSocket left = listener(few);
                DuplexSocket right = dialer(few)) {
            join(scheme, left, right);
            CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> {
                for (int i = 0; i < many; i++) {
                    SpMessage message = SpMessage.allocate(4 + i % 2000);
                    message.body().putInt(i);
                    right.send(message, Until.LIMIT);
                }
            });
            for (int i = 0; i < many; i++) {
                try (SpMessage message = left.receive(Until.LIMIT)) {
                    assertThat(message.body().getInt()).isEqualTo(i);
                    assertThat(message.size()).isEqualTo(4 + i % 2000);
                }
            }
            sending.get();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls+tcp", "ws", "wss"})
    void shouldHoldAtMostWhatTheBuffersTake(String scheme) {
        SocketOptions few = SocketOptions.builder()
                .receiveBuffer(1)
                .sendBuffer(8)
                .sendTimeout(Duration.ofMillis(200))
                .build();
        try (DuplexSocket left = listener(few);
                DuplexSocket right =
                        dialer(few.toBuilder().linger(Duration.ZERO).build())) {
            join(scheme, left, right);
            int sent = 0;
            while (sent(right)) {
                sent++;
                assertThat(sent).as("sends without anybody who receives").isLessThan(200);
            }
            int taken = 0;
            while (taken < sent) {
                assertFilled(left, MIB / 4);
                taken++;
            }
        }
    }

    private static boolean sent(DuplexSocket socket) {
        SpMessage message = filled(MIB / 4);
        try {
            socket.send(message);
            return true;
        } catch (SpException e) {
            message.release();
            assertThat(e.reason()).isEqualTo(SpError.TIMED_OUT);
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls+tcp", "ws", "wss"})
    void shouldLoseNothingWhenClosedGently(String scheme) {
        int many = 100;
        SocketOptions patient =
                SocketOptions.builder().linger(Until.LIMIT).receiveBuffer(2).build();
        try (DuplexSocket left = listener(patient)) {
            DuplexSocket right = dialer(patient);
            join(scheme, left, right);
            for (int i = 0; i < many; i++) {
                right.send(filled(i * 500));
            }
            CompletableFuture<Void> closing = CompletableFuture.runAsync(right::close);
            for (int i = 0; i < many; i++) {
                assertFilled(left, i * 500);
            }
            closing.join();
            assertThat(right.stats().dropped()).isEmpty();
            Until.isTrue("the end was noticed", () -> left.pipes().isEmpty());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls+tcp", "ws", "wss"})
    void shouldLoseNothingWhenBothSidesLeave(String scheme) {
        SocketOptions patient = SocketOptions.builder().linger(Until.LIMIT).build();
        try (DuplexSocket left = listener(patient);
                DuplexSocket right = dialer(patient)) {
            String uri = left.listen(scheme + "://127.0.0.1:0").uri();
            SocketDialer dialer = right.dial(uri);
            dialer.connected().await(Until.LIMIT);
            Until.isTrue("attached", () -> left.pipes().size() == 1);
            for (int i = 0; i < 50; i++) {
                left.send(filled(i * 1000));
                right.send(filled(i * 1000));
            }
            dialer.close(); // gently; the other side answers with all it has
            for (int i = 0; i < 50; i++) {
                assertFilled(left, i * 1000);
                assertFilled(right, i * 1000);
            }
            Until.isTrue(
                    "both ended", () -> left.pipes().isEmpty() && right.pipes().isEmpty());
            assertThat(left.stats().dropped()).isEmpty();
            assertThat(right.stats().dropped()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls+tcp", "ws", "wss"})
    void shouldDialAgainWhenTheListenerComesBack(String scheme) {
        try (DuplexSocket right = dialer(
                SocketOptions.builder().reconnectMin(Duration.ofMillis(10)).build())) {
            String uri;
            try (DuplexSocket left = listener(SocketOptions.defaults())) {
                uri = join(scheme, left, right);
            }
            Until.isTrue("lost", () -> right.pipes().isEmpty());
            try (DuplexSocket left = listener(SocketOptions.defaults())) {
                left.listen(uri);
                right.send(SpMessage.of("again"), Until.LIMIT);
                assertReceived(left, "again");
            }
        }
    }
}
