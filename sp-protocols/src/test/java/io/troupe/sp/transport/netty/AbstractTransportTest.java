// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.troupe.net.netty.SocketChoice;
import io.troupe.net.netty.SocketIo;
import io.troupe.net.support.LeakRecorder;
import io.troupe.sp.Sockets;
import io.troupe.sp.Until;
import io.troupe.sp.Wires;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.PeerInfo;
import io.troupe.sp.socket.SocketDialer;
import io.troupe.sp.socket.SocketListener;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.BoundListener;
import io.troupe.sp.transport.SpAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Unix sockets without a file; the contracts of the patterns run over them, too. */
@Timeout(60)
class AbstractTransportTest {
    @BeforeAll
    static void needsThem() {
        assumeTrue(
                SocketChoice.best().io() == SocketIo.EPOLL, SocketChoice.best().reason());
    }

    @AfterAll
    static void shouldLoseNoBuffers() {
        assertThat(LeakRecorder.leaks()).isEmpty();
        TestEnd.noThreads();
    }

    @Test
    void shouldCarryMessagesOfAllSizesBothWays() {
        try (DuplexSocket left = Sockets.pair();
                DuplexSocket right = Sockets.pair()) {
            right.dial(left.listen(Wires.nameless()).uri()).connected().await(Until.LIMIT);
            for (int size : new int[] {0, 1, 8_000, 8_200, 100_000, 1 << 20}) {
                byte[] body = new byte[size];
                new Random(size).nextBytes(body);
                right.send(SpMessage.of(body));
                try (SpMessage message = left.receive(Until.LIMIT)) {
                    assertThat(message.bytes()).isEqualTo(body);
                }
                left.send(SpMessage.of(body));
                try (SpMessage message = right.receive(Until.LIMIT)) {
                    assertThat(message.bytes()).isEqualTo(body);
                }
            }
        }
    }

    /** Who leaves says so, and the other one leaves then: nobody waits until a linger is over. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTellTheOtherSideWhenOneLeaves(boolean dialerLeaves) {
        AbstractTransport transport = new AbstractTransport();
        TestEnd listening = new TestEnd(SocketOptions.defaults());
        TestEnd dialling = new TestEnd(SocketOptions.defaults());
        try (BoundListener bound = transport.bind(SpAddress.parse(Wires.nameless()), listening.context, listening)) {
            transport.connect(bound.address(), dialling.context, dialling);
            TestEnd leaving = dialerLeaves ? dialling : listening;
            TestEnd other = dialerLeaves ? listening : dialling;
            other.refusing = true;
            other.pipe();
            leaving.pipe().offer(SpMessage.of("the last"));
            leaving.pipe().closeGently("done");
            Until.isTrue("refused", () -> other.refusals.get() > 0);
            assertThat(other.ends).isEmpty();
            other.refusing = false;
            other.pipe().resume();
            other.awaitEnd();
            leaving.awaitEnd();
            assertThat(other.ends).containsExactly("the other side has closed, received=1");
            assertThat(leaving.ends).containsExactly("done, received=0");
            assertThat(leaving.drops.all()).isEmpty();
            other.release();
        } finally {
            transport.close();
        }
    }

    @Test
    void shouldTellWhoIsThereAndLeaveNoFile() {
        try (DuplexSocket left = Sockets.pair();
                DuplexSocket right = Sockets.pair()) {
            String uri = left.listen(Wires.nameless()).uri();
            right.dial(uri).connected().await(Until.LIMIT);
            Until.isTrue("both attached", () -> left.pipes().size() == 1);
            PeerInfo dialling = left.pipes().get(0).peer();
            PeerInfo listening = right.pipes().get(0).peer();
            assertThat(listening.remote()).isEqualTo(uri);
            assertThat(dialling.local()).isEqualTo(uri);
            assertThat(dialling.remote()).isEqualTo(listening.local()).isEqualTo("abstract://");
            assertThat(dialling.accepted()).isTrue();
            assertThat(Files.exists(Path.of(uri.substring("abstract://".length()))))
                    .isFalse();
        }
    }

    @Test
    void shouldRefuseNamesThatAreTakenOrMakeNoSense() {
        String uri = Wires.nameless();
        try (DuplexSocket one = Sockets.pair();
                DuplexSocket other = Sockets.pair()) {
            SocketListener first = one.listen(uri);
            fails(() -> other.listen(uri), SpError.ADDRESS_IN_USE, "address=" + uri);
            first.close();
            other.listen(uri).close(); // free at once
            SocketDialer late = one.dial(uri);
            Until.isTrue("nobody is there", () -> late.lastError().isPresent());
            assertThat(late.lastError().orElseThrow().reason()).isEqualTo(SpError.REFUSED);
            String longName = "abstract://" + "x".repeat(107);
            fails(() -> one.listen(longName), SpError.ADDRESS_INVALID, "bytes=107");
            fails(() -> one.listen("abstract://a%20b"), SpError.ADDRESS_INVALID, "address=abstract://a%20b");
            one.listen("abstract://" + "y".repeat(106)).close();
        }
    }

    private static void fails(Runnable task, SpError reason, String fact) {
        assertThatThrownBy(task::run)
                .isInstanceOfSatisfying(
                        SpException.class, e -> assertThat(e.reason()).isEqualTo(reason))
                .hasMessageContaining(fact);
    }
}
