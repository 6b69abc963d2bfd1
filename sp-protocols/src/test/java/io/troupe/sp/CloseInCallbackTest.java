// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static io.troupe.sp.Steps.LIMIT;
import static io.troupe.sp.Steps.WIRES;
import static io.troupe.sp.Steps.assertFails;
import static io.troupe.sp.Steps.join;
import static io.troupe.sp.Steps.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.promise.CompletablePromise;
import io.troupe.sp.Wires.Wire;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.peers.Role;
import io.troupe.sp.peers.wire.WirePeer;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.PipeInfo;
import io.troupe.sp.socket.PipeListener;
import io.troupe.sp.socket.ReceivingSocket;
import io.troupe.sp.socket.RepSocket;
import io.troupe.sp.socket.ReqSocket;
import io.troupe.sp.socket.SendingSocket;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SurveyorSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What users gave to a socket runs on threads that serve others, too: closing a socket there waits for nobody, and loses nothing. */
@Timeout(60)
class CloseInCallbackTest {
    private static final Duration LONG = Duration.ofHours(1);
    private static final int LARGE = 1 << 20;
    private static final int SMALLER = 1 << 16;

    /** A socket that has yet to write something, and its peer, which does not read. */
    private record Stuck(SendingSocket push, ReceivingSocket pull, int sent) implements AutoCloseable {
        static Stuck over(Wire wire) {
            SocketOptions options = wire.options(SocketOptions.builder()
                    .receiveBuffer(1)
                    .systemSendBuffer(SMALLER)
                    .systemReceiveBuffer(SMALLER)
                    .build());
            // one waits for the receiver, one for room there, and between processes one is not written yet
            int sent = wire.scheme().equals("inproc") ? 2 : 3;
            Stuck stuck = new Stuck(Sockets.push(options), Sockets.pull(options), sent);
            join(wire, stuck.pull, stuck.push);
            for (int i = 0; i < sent; i++) {
                stuck.push.send(SpMessage.allocate(LARGE), LIMIT);
            }
            return stuck;
        }

        void closeSender() {
            push.close(LONG);
        }

        void assertNothingIsLost() {
            for (int i = 0; i < sent; i++) {
                try (SpMessage message = pull.receive(LIMIT)) {
                    assertThat(message.size()).isEqualTo(LARGE);
                }
            }
        }

        @Override
        public void close() {
            pull.close();
            push.close();
        }
    }

    private static void assertAnswered(ReqSocket req) {
        req.send(SpMessage.of("hello"));
        assertThat(text(req.receive(LIMIT))).isEqualTo("hello!");
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldNotWaitInAHandler(Wire wire) {
        try (RepSocket rep = Sockets.rep(wire.options());
                ReqSocket req = Sockets.req(wire.options());
                Stuck stuck = Stuck.over(wire)) {
            join(wire, rep, req);
            rep.serve(request -> {
                stuck.closeSender();
                return Steps.loud(request);
            });
            assertAnswered(req);
            stuck.assertNothingIsLost();
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldNotWaitInAListenerOfPipes(Wire wire) {
        SocketOptions options = wire.options(
                SocketOptions.builder().reconnectMin(Duration.ofMillis(5)).build());
        try (RepSocket rep = Sockets.rep(options);
                ReqSocket req = Sockets.req(options);
                Stuck first = Stuck.over(wire);
                Stuck second = Stuck.over(wire);
                Stuck third = Stuck.over(wire)) {
            rep.serve(Steps::loud);
            rep.onPipe(new PipeListener() {
                @Override
                public boolean accepts(PipeInfo pipe) {
                    first.closeSender();
                    return true;
                }

                @Override
                public void attached(PipeInfo pipe) {
                    second.closeSender();
                }

                @Override
                public void detached(PipeInfo pipe, String reason) {
                    third.closeSender();
                }
            });
            join(wire, rep, req);
            assertAnswered(req);
            req.disconnect(req.pipes().get(0).id());
            assertAnswered(req);
            first.assertNothingIsLost();
            second.assertNothingIsLost();
            third.assertNothingIsLost();
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldNotWaitWhereAnswersToASurveyAreTaken(Wire wire) {
        CompletablePromise<Void> closed = new CompletablePromise<>();
        try (RepSocket respondent = Sockets.respondent(wire.options());
                SurveyorSocket surveyor = Sockets.surveyor(
                        wire.options(SocketOptions.builder().surveyTime(LIMIT).build()));
                Stuck stuck = Stuck.over(wire)) {
            join(wire, respondent, surveyor);
            respondent.serve(Steps::loud);
            surveyor.survey(SpMessage.of("hello"), answer -> {
                answer.close();
                stuck.closeSender();
                closed.complete(null);
            });
            closed.await(LIMIT);
            stuck.assertNothingIsLost();
        }
    }

    /** A device closes both sockets when one is closed; nobody waits for the peer of the other one, which does not leave. */
    @Test
    void shouldNotWaitWhenADeviceEnds() {
        DuplexSocket sub = Raw.sub(SocketOptions.builder().linger(LONG).build());
        DuplexSocket pub = Raw.pub();
        try (WirePeer peer = WirePeer.dial(sub.listen("tcp://127.0.0.1:0").uri())) {
            peer.handshake(Role.PUB);
            Until.isTrue("connected", () -> sub.pipes().size() == 1);
            Device device = Devices.forward(sub, pub);
            pub.close();
            device.ended().await(LIMIT);
            assertFails(SpError.CLOSED, () -> sub.listen("tcp://127.0.0.1:0"));
        }
    }

    /** Who closes a device waits for the peers of both sockets, as long as they are to linger. */
    @Test
    void shouldWaitWhenADeviceIsClosed() {
        DuplexSocket pub =
                Raw.pub(SocketOptions.builder().linger(Duration.ofMillis(10)).build());
        try (WirePeer peer = WirePeer.dial(pub.listen("tcp://127.0.0.1:0").uri())) {
            peer.handshake(Role.SUB);
            Until.isTrue("connected", () -> pub.pipes().size() == 1);
            Devices.forward(Raw.sub(), pub).close();
            assertThat(pub.pipes()).isEmpty();
        }
    }
}
