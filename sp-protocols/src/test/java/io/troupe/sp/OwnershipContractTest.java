// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.promise.Promise;
import io.troupe.sp.Wires.Wire;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.MessageSender;
import io.troupe.sp.socket.RepSocket;
import io.troupe.sp.socket.ReqSocket;
import io.troupe.sp.socket.SocketContext;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SurveyorSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whose a message is: before a send, after it, and when it fails; the same over all transports and for all ways of sending. */
@Timeout(120)
class OwnershipContractTest {
    private static final Duration SHORT = Duration.ofMillis(20);

    /** All ways of sending that wait for no answer. */
    private static final List<BiConsumer<MessageSender, SpMessage>> WAYS = List.of(
            MessageSender::send,
            (sender, message) -> sender.send(message, Meeting.LIMIT),
            (sender, message) -> assertThat(sender.trySend(message)).isTrue(),
            (sender, message) -> sender.sendLater(message).await(Meeting.LIMIT));

    @ParameterizedTest
    @MethodSource("io.troupe.sp.Wires#all")
    void shouldCarryAnyLengthInMemoryThatWasUsedBefore(Wire wire) {
        Random random = new Random(7);
        try (RepSocket rep = Sockets.rep(wire.options());
                ReqSocket req = Sockets.req(wire.options())) {
            Meeting.join(rep, req, wire);
            for (int i = 0; i < 300; i++) {
                String text = text(random.nextInt(200));
                if (i % 2 == 0) {
                    req.send(text.getBytes(StandardCharsets.UTF_8));
                } else {
                    req.send(SpMessage.of(text));
                }
                assertThat(Meeting.text(rep)).isEqualTo(text);
                String answer = text(random.nextInt(20_000));
                rep.send(SpMessage.of(answer));
                assertThat(Meeting.text(req)).isEqualTo(answer);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("io.troupe.sp.Wires#all")
    void shouldLetItsSenderCloseWhatWasSent(Wire wire) {
        try (DuplexSocket left = Sockets.pair(wire.options());
                DuplexSocket right = Sockets.pair(wire.options())) {
            Meeting.join(left, right, wire);
            for (int size : new int[] {5, 30_000}) {
                for (BiConsumer<MessageSender, SpMessage> way : WAYS) {
                    String text = text(size);
                    try (SpMessage message = SpMessage.of(text)) {
                        way.accept(right, message);
                    }
                    SpMessage.of("x".repeat(size)).close(); // writes over what has been given back too early
                    assertThat(Meeting.text(left)).isEqualTo(text);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("io.troupe.sp.Wires#all")
    void shouldRefuseWhatWasSentAndGoOn(Wire wire) {
        try (DuplexSocket left = Sockets.pair(wire.options());
                DuplexSocket right = Sockets.pair(wire.options())) {
            Meeting.join(left, right, wire);
            for (BiConsumer<MessageSender, SpMessage> way : WAYS) {
                SpMessage message = SpMessage.of("first");
                right.send(message);
                assertThatThrownBy(() -> way.accept(right, message))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("a message must be sent once only");
                SpMessage released = SpMessage.of("released");
                released.release();
                assertThatThrownBy(() -> way.accept(right, released))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("a released message must not be sent");
                right.send(SpMessage.of("second"));
                assertThat(Meeting.text(left)).isEqualTo("first");
                assertThat(Meeting.text(left)).isEqualTo("second");
            }
            left.send(SpMessage.of("back"));
            assertThat(Meeting.text(right)).isEqualTo("back");
            assertThat(left.stats().connected()).isOne();
            assertThat(right.stats().connected()).isOne();
            assertThat(right.pipes()).hasSize(1);
        }
    }

    @ParameterizedTest
    @MethodSource("io.troupe.sp.Wires#all")
    void shouldGiveBackWhatCouldNotBeSent(Wire wire) {
        SocketOptions options =
                wire.options(SocketOptions.builder().sendTimeout(SHORT).build());
        try (DuplexSocket left = Sockets.pair(options);
                DuplexSocket right = Sockets.pair(options)) {
            try (SpMessage message = SpMessage.of("kept")) {
                Meeting.fails(SpError.TIMED_OUT, () -> right.send(message));
                Meeting.fails(SpError.TIMED_OUT, () -> right.send(message, SHORT));
                assertThat(right.trySend(message)).isFalse();
                assertThatThrownBy(() -> right.send(message, Duration.ofSeconds(-1)))
                        .isInstanceOf(IllegalArgumentException.class);
                assertThat(message.text()).isEqualTo("kept");
                Meeting.join(left, right, wire);
                right.send(message);
            }
            assertThat(Meeting.text(left)).isEqualTo("kept");
            SpMessage late = SpMessage.of("late");
            right.close(Duration.ZERO);
            Meeting.fails(SpError.CLOSED, () -> right.send(late));
            Meeting.fails(SpError.CLOSED, () -> right.trySend(late));
            assertThat(late.text()).isEqualTo("late");
            Promise<Void> later = right.sendLater(late); // a promise has taken it
            Meeting.fails(SpError.CLOSED, () -> later.await(Meeting.LIMIT));
            assertThatThrownBy(late::text).isInstanceOf(IllegalStateException.class);
        }
    }

    @ParameterizedTest
    @MethodSource("io.troupe.sp.Wires#all")
    void shouldHoldForRequestsAnswersAndSurveys(Wire wire) {
        SocketOptions options = wire.options(
                SocketOptions.builder().surveyTime(Duration.ofMillis(300)).build());
        try (RepSocket rep = Sockets.rep(options);
                ReqSocket req = Sockets.req(options);
                RepSocket respondent = Sockets.respondent(options);
                SurveyorSocket surveyor = Sockets.surveyor(options)) {
            Meeting.join(rep, req, wire);
            Meeting.join(respondent, surveyor, wire);
            rep.serve(request -> {
                try (request) {
                    return Promise.of(SpMessage.of(request.text()));
                }
            });
            respondent.serve(Promise::of); // the request is its answer
            for (int i = 0; i < 20; i++) {
                try (SpMessage message = SpMessage.of("question " + i)) {
                    assertThat(Meeting.text(req.request(message))).isEqualTo("question " + i);
                    assertThatThrownBy(() -> req.request(message)).isInstanceOf(IllegalStateException.class);
                    assertThatThrownBy(() -> req.ask(message)).isInstanceOf(IllegalStateException.class);
                }
                try (SpMessage message = SpMessage.of("ask " + i);
                        SpMessage answer = req.ask(message, Meeting.LIMIT)) {
                    assertThat(answer.text()).isEqualTo("ask " + i);
                }
            }
            try (SpMessage message = SpMessage.of("all")) {
                List<SpMessage> answers = surveyor.survey(message).await(Meeting.LIMIT);
                assertThat(answers).singleElement().satisfies(answer -> assertThat(answer.text())
                        .isEqualTo("all"));
                answers.forEach(SpMessage::release);
                assertThatThrownBy(() -> surveyor.survey(message)).isInstanceOf(IllegalStateException.class);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("io.troupe.sp.Wires#all")
    void shouldHoldForContexts(Wire wire) {
        try (RepSocket rep = Sockets.rep(wire.options());
                ReqSocket req = Sockets.req(wire.options())) {
            Meeting.join(rep, req, wire);
            try (SocketContext asking = req.context();
                    SocketContext answering = rep.context()) {
                for (BiConsumer<MessageSender, SpMessage> way : WAYS) {
                    SpMessage question = SpMessage.of("question");
                    way.accept(asking, question);
                    question.close();
                    assertThat(Meeting.text(answering)).isEqualTo("question");
                    assertThatThrownBy(() -> way.accept(answering, question)).isInstanceOf(IllegalStateException.class);
                    try (SpMessage answer = SpMessage.of("answer")) {
                        way.accept(answering, answer);
                    }
                    assertThat(Meeting.text(asking)).isEqualTo("answer");
                }
            }
        }
    }

    /** What a handler answers with is refused like what a thread sends; the others are served. */
    @Test
    void shouldRefuseStaleAnswers() {
        List<SpMessage> kept = new ArrayList<>();
        SocketOptions options = SocketOptions.builder().receiveBuffer(2).build();
        try (RepSocket rep = Sockets.rep(options);
                ReqSocket req = Sockets.req()) {
            rep.serve(request -> {
                if (request.text().equals("stale")) {
                    request.release();
                    kept.add(request);
                }
                return Promise.of(request);
            });
            req.dial(rep.listen(Wires.inproc()).uri()).connected().await(Meeting.LIMIT);
            for (int i = 0; i < 5; i++) { // more than are served at a time
                req.request(SpMessage.of("stale")).cancel();
            }
            assertThat(Meeting.text(req.request(SpMessage.of("fresh")))).isEqualTo("fresh");
            assertThat(kept).hasSize(5);
        }
    }

    private static String text(int size) {
        return "abcdefghijklmnopqrstuvwxyz".repeat(size / 26 + 1).substring(0, size);
    }
}
