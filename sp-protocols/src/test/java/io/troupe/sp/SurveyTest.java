// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static io.troupe.sp.Steps.LIMIT;
import static io.troupe.sp.Steps.WIRES;
import static io.troupe.sp.Steps.assertFails;
import static io.troupe.sp.Steps.join;
import static io.troupe.sp.Steps.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.promise.Promise;
import io.troupe.sp.Wires.Wire;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.RepSocket;
import io.troupe.sp.socket.SocketContext;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SurveyorSocket;
import io.troupe.testkit.Await;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What SURVEYOR and RESPONDENT promise, over each way of reaching peers; the surveyor's time is moved by hand. */
@Timeout(60)
class SurveyTest {
    private static final Duration SURVEY = Duration.ofSeconds(1);
    private static final SocketOptions DEFAULTS = SocketOptions.defaults();

    private final ManualTimers timers = new ManualTimers();

    /** For all sockets: names within the process are known within one engine only. */
    private final SocketEngine engine = SocketEngine.of(new TimedHost(timers));

    private SurveyorSocket surveyor(SocketOptions options) {
        return SocketKind.SURVEYOR.open(options.toBuilder().surveyTime(SURVEY).build(), engine);
    }

    private RepSocket respondent(Wire wire) {
        return SocketKind.RESPONDENT.open(wire.options(DEFAULTS), engine);
    }

    /** Receives and answers on this thread. */
    private static void answer(RepSocket respondent, String text) {
        text(respondent.receive(LIMIT));
        respondent.send(SpMessage.of(text));
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldTakeAnswersAsLongAsOneSurveySays(Wire wire) {
        try (SurveyorSocket surveyor = surveyor(wire.options(DEFAULTS));
                RepSocket respondent = respondent(wire)) {
            join(wire, respondent, surveyor);
            Duration longer = SURVEY.multipliedBy(60);
            Promise<List<SpMessage>> answers = surveyor.survey(SpMessage.of("vote?"), longer);
            timers.advance(SURVEY);
            assertThat(answers.isSettled()).isFalse();
            answer(respondent, "yes");
            Await.until("it has come", LIMIT, () -> surveyor.stats().received() == 1);
            timers.advance(longer);
            assertThat(answers.await(LIMIT))
                    .singleElement()
                    .extracting(Steps::text)
                    .isEqualTo("yes");
            assertThatThrownBy(() -> surveyor.survey(SpMessage.of("again?"), Duration.ZERO))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("a survey needs time for answers: limit=PT0S");
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldCollectAnswersUntilTheTimeIsOver(Wire wire) {
        try (SurveyorSocket surveyor = surveyor(wire.options(DEFAULTS));
                RepSocket yes = respondent(wire);
                RepSocket no = respondent(wire);
                RepSocket silent = respondent(wire)) {
            for (RepSocket respondent : List.of(yes, no, silent)) {
                join(wire, respondent, surveyor);
            }
            surveyor.send(SpMessage.of("vote?"));
            answer(yes, "yes");
            answer(no, "no");
            assertThat(List.of(text(surveyor.receive(LIMIT)), text(surveyor.receive(LIMIT))))
                    .containsExactlyInAnyOrder("yes", "no");
            assertThat(surveyor.tryReceive()).isEmpty();
            Promise<SpMessage> waiting = surveyor.receiveLater();
            timers.advance(SURVEY);
            assertFails(SpError.TIMED_OUT, () -> waiting.await(LIMIT));
            assertFails(SpError.STATE, () -> surveyor.receive(LIMIT));
            assertThat(text(silent.receive(LIMIT))).isEqualTo("vote?");
            silent.send(SpMessage.of("too late"));
            surveyor.send(SpMessage.of("again?"));
            answer(silent, "in time");
            assertThat(text(surveyor.receive(LIMIT))).isEqualTo("in time");
            assertThat(surveyor.stats().dropped(DropReason.LATE)).isEqualTo(1);
            assertThat(surveyor.stats().sent()).isEqualTo(6);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldFailOnceWhenTheTimeIsOverThenRefuse(Wire wire) throws InterruptedException {
        try (SurveyorSocket surveyor = surveyor(wire.options(DEFAULTS));
                RepSocket respondent = respondent(wire)) {
            join(wire, respondent, surveyor);
            assertFails(SpError.STATE, () -> surveyor.receive(LIMIT));
            BlockingQueue<String> later = new LinkedBlockingQueue<>();
            surveyor.send(SpMessage.of("vote?"));
            surveyor.survey(SpMessage.of("marker"), answer -> later.add(text(answer)));
            answer(respondent, "kept");
            answer(respondent, "later");
            assertThat(next(later)).isEqualTo("later"); // so the one before has come too
            timers.advance(SURVEY);
            assertThat(text(surveyor.receive(LIMIT))).isEqualTo("kept"); // it came in time
            assertFails(SpError.TIMED_OUT, () -> surveyor.receive(LIMIT));
            assertFails(SpError.STATE, () -> surveyor.receive(LIMIT));
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldGiveAllAnswersAsAList(Wire wire) throws InterruptedException {
        try (SurveyorSocket surveyor = surveyor(wire.options(DEFAULTS));
                RepSocket one = respondent(wire);
                RepSocket two = respondent(wire)) {
            one.serve(question -> Promise.of(SpMessage.of("1 " + text(question))));
            two.serve(question -> Promise.of(SpMessage.of("2 " + text(question))));
            join(wire, one, surveyor);
            join(wire, two, surveyor);
            BlockingQueue<String> seen = new LinkedBlockingQueue<>();
            Promise<List<SpMessage>> first = surveyor.survey(SpMessage.of("a"));
            Promise<Void> second = surveyor.survey(SpMessage.of("b"), answer -> seen.add(text(answer)));
            assertThat(List.of(next(seen), next(seen))).containsExactlyInAnyOrder("1 b", "2 b");
            assertThat(first.isSettled()).isFalse();
            timers.advance(SURVEY);
            second.await(LIMIT);
            assertThat(first.await(LIMIT)).map(Steps::text).containsExactlyInAnyOrder("1 a", "2 a");
            assertThat(timers.pending()).isZero();
        }
    }

    private static String next(BlockingQueue<String> seen) throws InterruptedException {
        return String.valueOf(seen.poll(LIMIT.toSeconds(), TimeUnit.SECONDS));
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldCancelTheOpenSurveyByANewOne(Wire wire) {
        try (SurveyorSocket surveyor = surveyor(wire.options(DEFAULTS));
                RepSocket respondent = respondent(wire);
                SocketContext other = surveyor.context()) {
            join(wire, respondent, surveyor);
            surveyor.send(SpMessage.of("old"));
            other.send(SpMessage.of("beside"));
            Promise<SpMessage> old = surveyor.receiveLater();
            surveyor.send(SpMessage.of("new"));
            assertFails(SpError.CANCELED, () -> old.await(LIMIT));
            for (String text : List.of("to old", "to other", "to new")) {
                answer(respondent, text);
            }
            assertThat(text(surveyor.receive(LIMIT))).isEqualTo("to new");
            assertThat(text(other.receive(LIMIT))).isEqualTo("to other");
            assertThat(surveyor.stats().dropped(DropReason.LATE)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldEndSurveysThatNobodyWants(Wire wire) {
        try (SurveyorSocket surveyor = surveyor(wire.options(DEFAULTS));
                RepSocket respondent = respondent(wire)) {
            join(wire, respondent, surveyor);
            Promise<List<SpMessage>> unwanted = surveyor.survey(SpMessage.of("unwanted"));
            assertThat(unwanted.cancel()).isTrue();
            assertThat(timers.pending()).isZero();
            surveyor.send(SpMessage.of("wanted"));
            answer(respondent, "late");
            answer(respondent, "fine");
            assertThat(text(surveyor.receive(LIMIT))).isEqualTo("fine");
            assertThat(surveyor.stats().dropped(DropReason.LATE)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldFailAllSurveysWhenClosed(Wire wire) {
        try (RepSocket respondent = respondent(wire)) {
            SurveyorSocket surveyor = surveyor(wire.options(DEFAULTS));
            join(wire, respondent, surveyor);
            Promise<List<SpMessage>> list = surveyor.survey(SpMessage.of("a"));
            Promise<Void> each = surveyor.survey(SpMessage.of("b"), SpMessage::release);
            surveyor.send(SpMessage.of("c"));
            Promise<SpMessage> classic = surveyor.receiveLater();
            surveyor.close();
            assertFails(SpError.CLOSED, () -> list.await(LIMIT));
            assertFails(SpError.CLOSED, () -> each.await(LIMIT));
            assertFails(SpError.CLOSED, () -> classic.await(LIMIT));
            assertFails(SpError.CLOSED, () -> surveyor.send("after".getBytes(StandardCharsets.UTF_8)));
            assertFails(
                    SpError.CLOSED, () -> surveyor.survey(SpMessage.of("after")).await(LIMIT));
            assertThat(timers.pending()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldAskNobodyWhenNobodyIsThere(Wire wire) {
        try (SurveyorSocket surveyor = surveyor(wire.options(DEFAULTS));
                SurveyorSocket strict = surveyor(
                        wire.options(DEFAULTS).toBuilder().failNoPeers(true).build())) {
            surveyor.send(SpMessage.of("hello?"));
            assertThat(surveyor.stats().dropped(DropReason.NO_PEER)).isEqualTo(1);
            timers.advance(SURVEY);
            assertFails(SpError.TIMED_OUT, surveyor::tryReceive);
            assertFails(SpError.NO_PEERS, () -> strict.send("hello?".getBytes(StandardCharsets.UTF_8)));
            assertFails(SpError.NO_PEERS, () -> strict.survey(SpMessage.of("hello?"))
                    .await(LIMIT));
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldPassRawSurveysWithTheirHeaders(Wire wire) {
        try (DuplexSocket asker = Sockets.raw(Protocol.SURVEYOR, wire.options());
                DuplexSocket raw = Sockets.raw(Protocol.RESPONDENT, wire.options());
                RepSocket cooked = Sockets.respondent(wire.options())) {
            join(wire, raw, asker);
            join(wire, cooked, asker);
            SpMessage survey = SpMessage.of("q");
            survey.appendHeader(7);
            survey.appendHeader(0x80000009);
            asker.send(survey);
            SpMessage seen = raw.receive(LIMIT);
            assertThat(seen.headerSize()).isEqualTo(3);
            assertThat(seen.headerWord(0)).isEqualTo(seen.pipe());
            raw.send(seen);
            cooked.send(cooked.receive(LIMIT));
            for (int i = 0; i < 2; i++) {
                SpMessage answer = asker.receive(LIMIT);
                assertThat(answer.headerSize()).isEqualTo(2);
                assertThat(answer.headerWord(0)).isEqualTo(7);
                assertThat(answer.headerWord(1)).isEqualTo(0x80000009);
                assertThat(text(answer)).isEqualTo("q");
            }
        }
    }
}
