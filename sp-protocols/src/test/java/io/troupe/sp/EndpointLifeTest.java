// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.Supervision;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.timer.ManualClock;
import io.troupe.sp.Wires.Wire;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.MessageReceiver;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.RepSocket;
import io.troupe.sp.socket.ReqSocket;
import io.troupe.sp.socket.SendingSocket;
import io.troupe.sp.socket.SocketContext;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.socket.SurveyorSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** An endpoint outlives whatever its service does. */
@Timeout(60)
class EndpointLifeTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final ManualClock clock = new ManualClock();
    private final ActorSystem system =
            ActorSystem.builder().name("endpoints").clock(clock).start();

    private final AtomicInteger receives = new AtomicInteger();

    @AfterEach
    void close() {
        system.close();
    }

    /** What a service may do wrong. */
    enum Wrong {
        NO_PROMISE,
        NO_ANSWER,
        EXCEPTION,
        ERROR,
        NO_MEMORY,
        FAILED_PROMISE,
        RELEASED_ANSWER
    }

    @SuppressWarnings("NullAway") // that is what is wrong
    private static Promise<SpMessage> wrong(Wrong kind) {
        return switch (kind) {
            case NO_PROMISE -> null;
            case NO_ANSWER -> Promise.of(null);
            case EXCEPTION -> throw new IllegalStateException("on purpose");
            case ERROR -> throw new AssertionError("on purpose");
            case NO_MEMORY -> throw new OutOfMemoryError("on purpose");
            case FAILED_PROMISE -> Promise.failed(new IllegalStateException("on purpose"));
            case RELEASED_ANSWER -> {
                SpMessage answer = SpMessage.of("answer");
                answer.release();
                yield Promise.of(answer);
            }
        };
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndTheConversationAndServeOn(Wrong kind) {
        SpEndpoint endpoint = SpActors.rep(
                system,
                "inproc://wrong",
                SocketOptions.defaults(),
                2,
                request -> request.text().equals("wrong") ? wrong(kind) : Promise.of(request));
        try (ReqSocket req = Sockets.req()) {
            req.dial(endpoint.uri());
            for (int i = 0; i < 20; i++) {
                req.request(SpMessage.of("wrong"));
            }
            assertAnswered(req, "right");
            Until.isTrue("all are counted", () -> endpoint.failures() >= 20);
            assertAnswered(req, "right again");
        }
        assertThat(endpoint.failures()).isEqualTo(20);
    }

    @Test
    void shouldLetAServiceReleaseItsRequest() {
        SpEndpoint endpoint = SpActors.rep(system, "inproc://releases", request -> {
            try (request) {
                return Promise.of(SpMessage.of(request.text()));
            }
        });
        try (ReqSocket req = Sockets.req()) {
            req.dial(endpoint.uri());
            for (int i = 0; i < 200; i++) { // more than are served at a time
                assertAnswered(req, "request " + i);
            }
        }
        assertThat(endpoint.failures()).isZero();
    }

    @ParameterizedTest
    @MethodSource(Steps.WIRES)
    void shouldServeOthersWhenRequestsAreNeverAnswered(Wire wire) {
        Queue<CompletablePromise<SpMessage>> never = new ConcurrentLinkedQueue<>();
        SpEndpoint endpoint = SpActors.rep(system, wire.fresh(), wire.options(), SpActors.PARALLEL, request -> {
            if (request.text().equals("right")) {
                return Promise.of(request);
            }
            CompletablePromise<SpMessage> answer = new CompletablePromise<>();
            never.add(answer);
            return answer;
        });
        try (ReqSocket req = Sockets.req(wire.options())) {
            req.dial(endpoint.uri());
            for (int i = 0; i < SpActors.PARALLEL; i++) {
                req.request(SpMessage.of("hang " + i));
            }
            Until.isTrue("all slots are taken", () -> never.size() == SpActors.PARALLEL);
            passServiceTime();
            assertAnswered(req, "right");
            assertThat(endpoint.failures()).isEqualTo(SpActors.PARALLEL);
            assertThat(endpoint.socket().stats().dropped(DropReason.OVERDUE)).isEqualTo(SpActors.PARALLEL);
            never.forEach(late -> late.complete(SpMessage.of("late")));
            Meeting.dropped(endpoint.socket(), DropReason.LATE, SpActors.PARALLEL);
            assertAnswered(req, "right");
        }
    }

    @ParameterizedTest
    @MethodSource(Steps.WIRES)
    void shouldServeOthersWhenAHandlerNeverAnswers(Wire wire) {
        int most = 4;
        long hanging = 12;
        Queue<CompletablePromise<SpMessage>> never = new ConcurrentLinkedQueue<>();
        SocketOptions options = wire.options(SocketOptions.builder()
                .receiveBuffer(most)
                .serviceTimeout(Duration.ofMillis(20))
                .build());
        try (RepSocket rep = Sockets.rep(options);
                ReqSocket req = Sockets.req(wire.options())) {
            rep.serve(request -> {
                if (request.text().equals("right")) {
                    return Promise.of(request);
                }
                request.release();
                CompletablePromise<SpMessage> answer = new CompletablePromise<>();
                never.add(answer);
                return answer;
            });
            Steps.join(wire, rep, req);
            for (int i = 0; i < hanging; i++) {
                req.request(SpMessage.of("hang " + i));
            }
            assertAnswered(req, "right");
            Meeting.dropped(rep, DropReason.OVERDUE, hanging);
            never.forEach(late -> late.complete(SpMessage.of("late")));
            Meeting.dropped(rep, DropReason.LATE, hanging);
        }
    }

    @ParameterizedTest
    @MethodSource(Steps.WIRES)
    void shouldAnswerTheNextSurveyWhenOneIsNeverAnswered(Wire wire) {
        CompletablePromise<SpMessage> never = new CompletablePromise<>();
        SocketOptions options =
                wire.options(SocketOptions.builder().surveyTime(LIMIT).build());
        try (SurveyorSocket surveyor = Sockets.surveyor(options)) {
            String uri = surveyor.listen(wire.fresh()).uri();
            SpEndpoint endpoint = SpActors.respondent(
                    system,
                    uri,
                    wire.options(),
                    1,
                    survey -> survey.text().equals("hang") ? never : Promise.of(survey));
            Until.isTrue("they are connected", () -> surveyor.stats().connected() == 1);
            surveyor.send(SpMessage.of("hang"));
            passServiceTime();
            surveyor.send(SpMessage.of("right"));
            assertThat(Steps.text(surveyor.receive(LIMIT))).isEqualTo("right");
            assertThat(endpoint.socket().stats().dropped()).containsOnly(Map.entry(DropReason.OVERDUE, 1L));
            never.complete(SpMessage.of("late"));
            Meeting.dropped(endpoint.socket(), DropReason.LATE, 1);
        }
    }

    @Test
    void shouldTakeTheNextWorkWhenOneIsNeverDone() {
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        CompletablePromise<Void> never = new CompletablePromise<>();
        SpEndpoint endpoint = SpActors.pull(system, "inproc://work-that-hangs", SocketOptions.defaults(), 1, work -> {
            seen.add(work.text());
            return never;
        });
        try (SendingSocket push = Sockets.push()) {
            push.dial(endpoint.uri());
            push.send(SpMessage.of("first"));
            push.send(SpMessage.of("second"));
            Until.isTrue("the first is at work", () -> seen.size() == 1);
            passServiceTime();
            Until.isTrue("the second is at work", () -> seen.size() == 2);
        }
        assertThat(endpoint.socket().stats().dropped(DropReason.OVERDUE)).isEqualTo(1);
        never.complete(null);
        endpoint.close();
        Until.isTrue("its actor is gone", () -> system.stats().actors() == 0);
    }

    @Test
    void shouldHearTheNextNewsWhenOneIsNeverDealtWith() {
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        CompletablePromise<Void> never = new CompletablePromise<>();
        try (SendingSocket pub = Sockets.pub()) {
            String uri = pub.listen("inproc://news-that-hang").uri();
            SpEndpoint endpoint = SpActors.sub(system, uri, SocketOptions.defaults(), List.of("n"), news -> {
                seen.add(news.text());
                return never;
            });
            Until.isTrue("they are connected", () -> pub.stats().connected() == 1);
            pub.send(SpMessage.of("n1"));
            Until.isTrue("the first is dealt with", () -> seen.size() == 1);
            pub.send(SpMessage.of("n2"));
            passServiceTime();
            Until.isTrue("the second is dealt with", () -> seen.size() == 2);
            assertThat(endpoint.failures()).isEqualTo(1);
        }
        never.complete(null);
    }

    @ParameterizedTest
    @MethodSource(Steps.WIRES)
    void shouldNotWaitForEverForAPeerThatDoesNotRead(Wire wire) {
        int size = 512 * 1024;
        SocketOptions options = wire.options(SocketOptions.builder()
                .sendBuffer(1)
                .serviceTimeout(Duration.ofMillis(50))
                .build());
        SpEndpoint endpoint = SpActors.rep(system, wire.fresh(), options, 2, request -> {
            if (request.text().equals("right")) {
                return Promise.of(request);
            }
            return Promise.of(SpMessage.allocate(size));
        });
        try (DuplexSocket greedy = Sockets.raw(
                        Protocol.REQ,
                        wire.options(SocketOptions.builder().receiveBuffer(1).build()));
                ReqSocket req = Sockets.req(wire.options())) {
            greedy.dial(endpoint.uri()).connected().await(LIMIT);
            for (int i = 0; i < 64; i++) {
                SpMessage request = SpMessage.of("greedy");
                request.appendHeader(0x80000000 + i);
                greedy.send(request);
            }
            req.dial(endpoint.uri());
            assertAnswered(req, "right");
            Until.isTrue(
                    "answers were dropped", () -> endpoint.socket().stats().dropped(DropReason.SEND_QUEUE_FULL) > 0);
        }
    }

    /** A receiver whose first call fails as nothing of ours does: there is no memory left, say. */
    private final class Failing implements MessageReceiver {
        private final MessageReceiver in;

        Failing(MessageReceiver in) {
            this.in = in;
        }

        @Override
        public Promise<SpMessage> receiveLater() {
            if (receives.incrementAndGet() == 1) {
                throw new IllegalStateException("on purpose");
            }
            return in.receiveLater();
        }

        @Override
        public SpMessage receive() {
            return in.receive();
        }

        @Override
        public SpMessage receive(Duration limit) {
            return in.receive(limit);
        }

        @Override
        public Optional<SpMessage> tryReceive() {
            return in.tryReceive();
        }
    }

    private ReplySocket served(List<ServiceSlot> slots, Supervision supervision) {
        ReplySocket rep = SocketKind.REP.open(SocketOptions.defaults());
        SocketContext sound = rep.context();
        SocketContext failing = rep.context();
        slots.add(new ServiceSlot(sound, sound));
        slots.add(new ServiceSlot(new Failing(failing), failing));
        ServiceFailures failures = new ServiceFailures(Protocol.REP, rep.counters());
        system.spawn(
                EndpointActor.class,
                () -> new EndpointActor(rep, slots, Promise::of, failures),
                ActorOptions.defaults().supervision(supervision));
        return rep;
    }

    @Test
    void shouldServeOnAfterARestart() {
        try (ReplySocket rep = served(new ArrayList<>(), Supervision.restart(1, Duration.ofMinutes(1)));
                ReqSocket req = Sockets.req()) {
            Until.isTrue("it receives again", () -> receives.get() == 2);
            req.dial(rep.listen("inproc://restart").uri());
            for (int i = 0; i < 10; i++) {
                assertAnswered(req, "right " + i);
            }
        }
    }

    @Test
    void shouldNotListenWhenNobodyServes() {
        try (ReplySocket rep = served(new ArrayList<>(), Supervision.stop())) {
            Until.isTrue("its actor is gone", () -> system.stats().actors() == 0);
            assertThatThrownBy(() -> rep.listen("inproc://stopped"))
                    .isInstanceOf(SpException.class)
                    .hasMessageContaining("closed");
        }
    }

    /** A service of its own actor. */
    public static class Table extends Actor<Table> {
        public Promise<String> answer(String text) {
            return Promise.of(text);
        }

        public void fail() {
            throw new IllegalStateException("on purpose");
        }

        public Promise<String> never() {
            return new CompletablePromise<>();
        }
    }

    @Test
    void shouldServeOnWhenTheActorOfTheServiceIsRestarted() {
        Table table = system.spawn(
                Table.class,
                Table::new,
                ActorOptions.defaults().supervision(Supervision.restart(10, Duration.ofMinutes(1))));
        SpEndpoint endpoint = SpActors.rep(system, "inproc://restarted", SocketOptions.defaults(), 1, request -> {
            if (request.text().equals("fail")) {
                Promise<String> owed = table.never();
                table.fail();
                return owed.map(SpMessage::of);
            }
            return table.answer(request.text()).map(SpMessage::of);
        });
        try (ReqSocket req = Sockets.req()) {
            req.dial(endpoint.uri());
            for (int i = 0; i < 3; i++) {
                req.request(SpMessage.of("fail"));
                assertAnswered(req, "right " + i);
            }
        }
        assertThat(endpoint.failures()).isEqualTo(3);
    }

    @Test
    void shouldGoOnWhenTheActorOfTheServiceHasStopped() {
        Table table = system.spawn(Table.class, Table::new);
        SpEndpoint endpoint = SpActors.rep(
                system,
                "inproc://stopped",
                SocketOptions.defaults(),
                1,
                request -> request.text().equals("own")
                        ? Promise.of(request)
                        : table.answer(request.text()).map(SpMessage::of));
        try (ReqSocket req = Sockets.req()) {
            req.dial(endpoint.uri());
            assertAnswered(req, "right");
            system.stop(table);
            req.request(SpMessage.of("too late"));
            assertAnswered(req, "own");
        }
        assertThat(endpoint.failures()).isEqualTo(1);
    }

    /** Lets the time of those pass that are served now; somebody must watch it, which begins after the call of the service. */
    private void passServiceTime() {
        Until.isTrue("their time is watched", () -> clock.pending() > 0);
        clock.advance(SocketOptions.defaults().serviceTimeout());
    }

    private static void assertAnswered(ReqSocket req, String text) {
        try (SpMessage reply = req.request(SpMessage.of(text)).await(LIMIT)) {
            assertThat(reply.text()).isEqualTo(text);
        }
    }
}
