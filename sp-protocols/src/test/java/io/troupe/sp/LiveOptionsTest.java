// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.MessageReceiver;
import io.troupe.sp.socket.MessageSender;
import io.troupe.sp.socket.ReceivingSocket;
import io.troupe.sp.socket.RepSocket;
import io.troupe.sp.socket.ReqSocket;
import io.troupe.sp.socket.SendingSocket;
import io.troupe.sp.socket.SocketContext;
import io.troupe.sp.socket.SocketDialer;
import io.troupe.sp.socket.SocketListener;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.socket.SpSocket;
import io.troupe.sp.socket.SurveyorSocket;
import io.troupe.testkit.Await;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings that change while a socket is open. A limit that does not count would let a test wait for ever. */
@Timeout(60)
class LiveOptionsTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Duration SOON = Duration.ofMillis(1);

    private static SpError errorOf(Runnable call) {
        return ((SpException) catchThrowable(call::run)).reason();
    }

    /** A message that was not sent is still the sender's. */
    private static void sendToNobody(MessageSender sender) {
        try (SpMessage message = SpMessage.of("to nobody")) {
            sender.send(message);
        }
    }

    private static void shortReceive(SpSocket socket) {
        socket.change(options -> options.toBuilder().receiveTimeout(SOON).build());
        assertThat(socket.options().receiveTimeout()).isEqualTo(SOON);
    }

    @Test
    void shouldReceiveWithTheNewLimit() {
        try (ReceivingSocket pair = Sockets.pair();
                ReceivingSocket sub = Sockets.sub();
                ReceivingSocket pull = Sockets.pull()) {
            for (ReceivingSocket socket : List.of(pair, sub, pull)) {
                shortReceive(socket);
                assertThat(errorOf(socket::receive)).isEqualTo(SpError.TIMED_OUT);
            }
        }
    }

    @Test
    void shouldLetContextsThatAreOpenFollow() {
        try (RepSocket rep = Sockets.rep();
                SocketContext open = rep.context()) {
            shortReceive(rep);
            MessageReceiver receiver = open;
            assertThat(errorOf(receiver::receive)).isEqualTo(SpError.TIMED_OUT);
        }
    }

    @Test
    void shouldSendWithTheNewLimitOrNotWaitAtAll() {
        try (DuplexSocket pair = Sockets.pair();
                ReqSocket req = Sockets.req()) {
            req.change(options -> options.toBuilder().sendTimeout(SOON).build());
            assertThat(errorOf(() -> sendToNobody(req))).isEqualTo(SpError.TIMED_OUT);
            pair.change(options -> options.toBuilder().sendTimeout(SOON).build());
            assertThat(errorOf(() -> sendToNobody(pair))).isEqualTo(SpError.TIMED_OUT);
            pair.change(options -> options.toBuilder()
                    .sendTimeout(SocketOptions.FOREVER)
                    .bestEffort(true)
                    .build());
            pair.send(SpMessage.of("dropped"));
            assertThat(pair.stats().dropped()).containsEntry(DropReason.SEND_QUEUE_FULL, 1L);
        }
    }

    @Test
    void shouldSurveyForTheNewTime() {
        try (SurveyorSocket surveyor = Sockets.surveyor(
                SocketOptions.builder().surveyTime(Duration.ofDays(1)).build())) {
            surveyor.change(options -> options.toBuilder().surveyTime(SOON).build());
            assertThat(surveyor.survey(SpMessage.of("anybody?")).await(LIMIT)).isEmpty();
        }
    }

    /** It has begun a pause of an hour. */
    @Test
    void shouldDialWithTheNewPauses() {
        String address = "inproc://live-options-pauses";
        try (DuplexSocket one = Sockets.pair();
                DuplexSocket other = Sockets.pair()) {
            SocketDialer dialer = one.dial(
                    address,
                    SocketOptions.builder()
                            .reconnectMin(Duration.ofHours(1))
                            .reconnectMax(Duration.ofHours(2))
                            .build());
            Await.until("it has failed once", LIMIT, () -> dialer.lastError().isPresent());
            other.listen(address);
            dialer.pauses(SOON, SOON);
            assertThat(dialer.connected().await(LIMIT)).isNotNull();
            assertThatThrownBy(() -> dialer.pauses(Duration.ZERO, SOON))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("reconnectMin");
        }
    }

    @Test
    void shouldTakeTheNewSizesForNewListeners() {
        try (DuplexSocket one = Sockets.pair();
                DuplexSocket other = Sockets.pair()) {
            one.change(options -> options.toBuilder().maxReceiveSize(10).build());
            SocketListener listener = one.listen("tcp://127.0.0.1:0");
            other.dial(listener.uri()).connected().await(LIMIT);
            other.send(SpMessage.of("more than ten bytes"));
            Await.until("it was refused", LIMIT, () -> one.stats().dropped().getOrDefault(DropReason.TOO_LONG, 0L) > 0);
        }
    }

    private static boolean isTaken(MessageSender sender) {
        try (SpMessage message = SpMessage.allocate(64 << 10)) {
            return sender.trySend(message);
        }
    }

    /** It was opened to drop what is unwritten, and is closed while its peer takes nothing. */
    @ParameterizedTest
    @ValueSource(strings = {"inproc://live-options-linger", "tcp://127.0.0.1:0", "ws://127.0.0.1:0/linger"})
    void shouldLingerForTheNewTime(String uri) throws InterruptedException {
        SocketOptions few = SocketOptions.builder()
                .sendBuffer(8)
                .receiveBuffer(1)
                .linger(Duration.ZERO)
                .build();
        SendingSocket push = Sockets.push(few);
        try (ReceivingSocket pull = Sockets.pull(few)) {
            push.dial(pull.listen(uri).uri()).connected().await(LIMIT);
            int sent = 0;
            while (isTaken(push)) {
                sent++;
            }
            push.change(options -> options.toBuilder().linger(LIMIT).build());
            Thread closing = new Thread(push::close);
            closing.start();
            Await.until(
                    "it lingers", LIMIT, () -> closing.getState() == Thread.State.TIMED_WAITING || !closing.isAlive());
            for (int i = 0; i < sent; i++) {
                pull.receive(LIMIT).release();
            }
            closing.join();
            assertThat(push.stats().dropped()).isEmpty();
        }
    }

    private static SocketOptions changed(SocketOptions options, String name) {
        return switch (name) {
            case "receiveBuffer" -> options.toBuilder().receiveBuffer(7).build();
            case "spin" -> options.toBuilder().spin(Duration.ZERO).build();
            case "resendTime" -> options.toBuilder().resendTime(Duration.ZERO).build();
            default -> options.toBuilder().preferNew(false).build();
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"receiveBuffer", "spin", "resendTime", "preferNew"})
    void shouldRefuseWhatIsFixed(String name) {
        try (DuplexSocket socket = Sockets.pair()) {
            SocketOptions before = socket.options();
            assertThatThrownBy(() -> socket.change(options ->
                            changed(options.toBuilder().sendTimeout(SOON).build(), name)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("this option is fixed when a socket is opened")
                    .hasMessageContaining(name + "=");
            assertThat(socket.options()).isSameAs(before);
        }
    }
}
