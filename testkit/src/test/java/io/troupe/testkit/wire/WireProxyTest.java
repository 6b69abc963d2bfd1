// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.testkit.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WireProxyTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private ServerSocket listening;
    private WireProxy wire;
    private Socket dialler;
    private Socket target;

    @BeforeEach
    void connect() throws IOException {
        listening = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        wire = WireProxy.to("127.0.0.1", listening.getLocalPort());
        dialler = dial();
        target = listening.accept();
        target.setSoTimeout((int) LIMIT.toMillis());
        Await.until("the proxy knows of it", LIMIT, () -> wire.open() == 1);
    }

    @AfterEach
    void close() throws IOException {
        wire.close();
        dialler.close();
        target.close();
        listening.close();
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("wire-proxy-" + wire.port()));
    }

    @Test
    void shouldCarryBothWaysAndCount() throws IOException {
        send(dialler, 1, 2, 3);
        assertThat(target.getInputStream().readNBytes(3)).containsExactly(1, 2, 3);
        send(target, 4, 5);
        assertThat(dialler.getInputStream().readNBytes(2)).containsExactly(4, 5);
        Await.until(
                "both are counted",
                LIMIT,
                () -> wire.toTarget().forwarded() == 3 && wire.toDialler().forwarded() == 2);
        assertThat(wire.accepted()).isEqualTo(1);
        assertThat(wire.open()).isEqualTo(1);
    }

    @Test
    void shouldPassOnTheEndOfOneDirectionOnly() throws IOException {
        dialler.shutdownOutput();
        assertThat(target.getInputStream().read()).isEqualTo(-1);
        send(target, 9);
        assertThat(dialler.getInputStream().read()).isEqualTo(9);
        target.close();
        assertThat(dialler.getInputStream().read()).isEqualTo(-1);
        Await.until("nothing is open", LIMIT, () -> wire.open() == 0);
    }

    @Test
    void shouldDeliverNotBeforeTheLatencyHasPassed() throws IOException {
        wire.toTarget().latency(Duration.ofMillis(80));
        long start = System.nanoTime();
        send(dialler, 1);
        target.getInputStream().read();
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(80_000_000);
    }

    @Test
    void shouldNotBeFasterThanItsBandwidth() throws IOException {
        wire.toTarget().bandwidth(400_000);
        long start = System.nanoTime();
        dialler.getOutputStream().write(new byte[40_000]);
        target.getInputStream().readNBytes(40_000);
        // the last piece of at most 8 KiB arrives before its time has passed
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(75_000_000);
    }

    @Test
    void shouldLoseWhatFallsIntoABlackHoleAndStayOpen() throws IOException {
        wire.toTarget().blackhole(true);
        send(dialler, 1, 2, 3);
        Await.until("it is swallowed", LIMIT, () -> wire.toTarget().swallowed() == 3);
        wire.toTarget().blackhole(false);
        send(dialler, 4);
        assertThat(target.getInputStream().read()).isEqualTo(4);
    }

    @Test
    void shouldHoldEverythingWhileFrozen() throws IOException {
        wire.toTarget().freeze();
        send(dialler, 1, 2);
        send(target, 3);
        assertThat(dialler.getInputStream().read()).isEqualTo(3); // the other direction goes on
        assertThat(wire.toTarget().forwarded()).isZero();
        assertThat(target.getInputStream().available()).isZero();
        wire.toTarget().thaw();
        assertThat(target.getInputStream().readNBytes(2)).containsExactly(1, 2);
    }

    @Test
    void shouldInvertTheByteThatItIsTold() throws IOException {
        wire.toTarget().corrupt(2);
        send(dialler, 1, 2, 3, 4);
        assertThat(target.getInputStream().readNBytes(4)).containsExactly(1, 2, ~3, 4);
    }

    @Test
    void shouldEndAConnectionInTheMiddle() throws IOException {
        wire.toTarget().truncate(2, Cut.FIN);
        send(dialler, 1, 2, 3, 4);
        assertThat(target.getInputStream().readAllBytes()).containsExactly(1, 2);
        Await.until("nothing is open", LIMIT, () -> wire.open() == 0);
    }

    @Test
    void shouldCutAsIfTheOtherSideHadClosedOrCrashed() throws IOException {
        wire.cut(Cut.FIN);
        assertThat(target.getInputStream().read()).isEqualTo(-1);
        assertThat(dialler.getInputStream().read()).isEqualTo(-1);
        try (Socket second = dial();
                Socket accepted = listening.accept()) {
            accepted.setSoTimeout((int) LIMIT.toMillis());
            send(second, 7);
            assertThat(accepted.getInputStream().read()).isEqualTo(7);
            wire.cut(Cut.RESET);
            assertThatThrownBy(() -> accepted.getInputStream().read())
                    .isInstanceOf(SocketException.class)
                    .hasMessageContaining("reset");
        }
    }

    @Test
    void shouldHealAtOnce() throws IOException {
        wire.toTarget().latency(Duration.ofSeconds(1));
        wire.toTarget().blackhole(true);
        wire.toTarget().corrupt(0);
        wire.toTarget().freeze();
        wire.toTarget().heal();
        send(dialler, 1);
        // what the pump took before would be late or spoilt; it has taken nothing
        assertThat(target.getInputStream().read()).isEqualTo(1);
    }

    @Test
    void shouldRefuseWhenTheTargetIsGone() throws IOException {
        listening.close();
        try (Socket refused = dial()) {
            assertThatThrownBy(() -> {
                        if (refused.getInputStream().read() < 0) {
                            throw new SocketException("end of the stream");
                        }
                    })
                    .isInstanceOf(SocketException.class);
        }
        assertThatThrownBy(() -> wire.toTarget().latency(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private Socket dial() throws IOException {
        Socket socket = new Socket(wire.address().getAddress(), wire.port());
        socket.setSoTimeout((int) LIMIT.toMillis());
        return socket;
    }

    private static void send(Socket socket, int... bytes) throws IOException {
        byte[] all = new byte[bytes.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) bytes[i];
        }
        socket.getOutputStream().write(all);
    }
}
