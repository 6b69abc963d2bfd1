// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static io.troupe.sp.Steps.LIMIT;
import static io.troupe.sp.Steps.WIRES;
import static io.troupe.sp.Steps.assertFails;
import static io.troupe.sp.Steps.join;
import static io.troupe.sp.Steps.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.promise.Promise;
import io.troupe.sp.Wires.Wire;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.PipeInfo;
import io.troupe.sp.socket.PipeListener;
import io.troupe.sp.socket.RepSocket;
import io.troupe.sp.socket.ReqSocket;
import io.troupe.sp.socket.SocketContext;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What REQ and REP promise when peers, sockets and callers come late or go, over each way of reaching peers. */
@Timeout(60)
class RequestLossTest {
    private static final SocketOptions DEFAULTS = SocketOptions.defaults();

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldAskAnotherPeerWhenTheFirstIsLost(Wire wire) {
        try (ReqSocket req = Sockets.req(wire.options());
                RepSocket first = Sockets.rep(wire.options());
                RepSocket second = Sockets.rep(wire.options())) {
            join(wire, first, req);
            Promise<SpMessage> reply = req.request(SpMessage.of("who"));
            assertThat(text(first.receive(LIMIT))).isEqualTo("who");
            join(wire, second, req);
            first.close(Duration.ZERO);
            assertThat(text(second.receive(LIMIT))).isEqualTo("who");
            second.send(SpMessage.of("me"));
            assertThat(text(reply.await(LIMIT))).isEqualTo("me");
            assertThat(req.stats().resent()).isEqualTo(1);
            assertThat(req.stats().sent()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldFailInsteadOfAskingTwiceWhenToldSo(Wire wire) {
        try (ReqSocket req = Sockets.req(wire.options(DEFAULTS).toBuilder()
                        .resendTime(Duration.ZERO)
                        .build());
                RepSocket rep = Sockets.rep(wire.options())) {
            join(wire, rep, req);
            Promise<SpMessage> reply = req.request(SpMessage.of("once"));
            req.send(SpMessage.of("and once"));
            text(rep.receive(LIMIT));
            text(rep.receive(LIMIT));
            rep.close(Duration.ZERO);
            assertFails(SpError.CONNECTION_LOST, () -> reply.await(LIMIT));
            assertFails(SpError.CONNECTION_LOST, () -> req.receive(LIMIT));
            assertFails(SpError.STATE, () -> req.receive(LIMIT));
            assertThat(req.stats().resent()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldGiveARequestUpWhenItsPromiseIsCancelled(Wire wire) {
        try (ReqSocket req = Sockets.req(wire.options());
                RepSocket rep = Sockets.rep(wire.options())) {
            join(wire, rep, req);
            Promise<SpMessage> reply = req.request(SpMessage.of("unwanted"));
            text(rep.receive(LIMIT));
            assertThat(reply.cancel()).isTrue();
            rep.send(SpMessage.of("late"));
            req.send(SpMessage.of("next"));
            rep.send(rep.receive(LIMIT));
            assertThat(text(req.receive(LIMIT))).isEqualTo("next");
            assertThat(req.stats().dropped(DropReason.LATE)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldDropAReplyWhoseAskerIsGone(Wire wire) throws InterruptedException {
        CountDownLatch gone = new CountDownLatch(1);
        try (RepSocket rep = Sockets.rep(wire.options())) {
            rep.onPipe(new PipeListener() {
                @Override
                public void detached(PipeInfo pipe, String reason) {
                    gone.countDown();
                }
            });
            ReqSocket req = Sockets.req(wire.options());
            join(wire, rep, req);
            req.send(SpMessage.of("bye"));
            text(rep.receive(LIMIT));
            req.close();
            assertThat(gone.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            rep.send(SpMessage.of("too late"));
            assertThat(rep.stats().dropped(DropReason.PEER_GONE)).isEqualTo(1);
            assertFails(SpError.STATE, () -> rep.send("again".getBytes(StandardCharsets.UTF_8)));
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldFailAllWhoWaitWhenClosed(Wire wire) {
        RepSocket rep = Sockets.rep(wire.options());
        ReqSocket req = Sockets.req(wire.options());
        join(wire, rep, req);
        List<Promise<SpMessage>> replies = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            replies.add(req.request(SpMessage.of("n" + i)));
        }
        req.send(SpMessage.of("classic"));
        Promise<SpMessage> classic = req.receiveLater();
        SocketContext context = req.context();
        context.send(SpMessage.of("in a context"));
        req.close();
        for (Promise<SpMessage> reply : replies) {
            assertFails(SpError.CLOSED, () -> reply.await(LIMIT));
        }
        assertFails(SpError.CLOSED, () -> classic.await(LIMIT));
        assertFails(SpError.CLOSED, () -> context.receive(LIMIT));
        assertFails(SpError.CLOSED, () -> req.send("after".getBytes(StandardCharsets.UTF_8)));
        assertFails(SpError.CLOSED, () -> req.receive(LIMIT));
        assertFails(SpError.CLOSED, () -> req.request(SpMessage.of("after")).await(LIMIT));
        assertFails(SpError.CLOSED, req::context);
        rep.close();
        assertFails(SpError.CLOSED, () -> rep.receive(LIMIT));
        assertFails(SpError.CLOSED, () -> rep.send("after".getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldLeaveARequestOpenThatRanOutOfTime(Wire wire) {
        try (ReqSocket req = Sockets.req(wire.options());
                RepSocket rep = Sockets.rep(wire.options())) {
            join(wire, rep, req);
            req.send(SpMessage.of("slow"));
            assertFails(SpError.TIMED_OUT, () -> req.receive(Duration.ZERO));
            assertThat(req.tryReceive()).isEmpty();
            rep.send(rep.receive(LIMIT));
            assertThat(text(req.receive(LIMIT))).isEqualTo("slow");
            assertFails(SpError.TIMED_OUT, () -> req.ask(SpMessage.of("never"), Duration.ofMillis(1)));
            rep.send(rep.receive(LIMIT)); // its reply is late
            req.send(SpMessage.of("next"));
            rep.send(rep.receive(LIMIT));
            assertThat(text(req.receive(LIMIT))).isEqualTo("next");
            assertThat(req.stats().dropped(DropReason.LATE)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldAnswerAllThoughPipesBreak(Wire wire) throws Exception {
        int threads = 4;
        int rounds = wire.isEncrypted() ? 10 : 500;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try (ReqSocket req = Sockets.req(wire.options(DEFAULTS).toBuilder()
                        .reconnectMin(Duration.ofMillis(1))
                        .build());
                RepSocket one = Sockets.rep(wire.options());
                RepSocket two = Sockets.rep(wire.options())) {
            one.serve(Steps::loud);
            two.serve(Steps::loud);
            join(wire, one, req);
            join(wire, two, req);
            List<Future<?>> askers = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                boolean blocking = i % 2 == 0;
                String name = "thread " + i + " round ";
                askers.add(pool.submit(() -> {
                    for (int round = 0; round < rounds; round++) {
                        SpMessage request = SpMessage.of(name + round);
                        SpMessage reply = blocking
                                ? req.ask(request, LIMIT)
                                : req.request(request).await(LIMIT);
                        assertThat(text(reply)).isEqualTo(name + round + "!");
                    }
                }));
            }
            for (int breaks = 0; breaks < 50 && askers.stream().anyMatch(asker -> !asker.isDone()); breaks++) {
                req.pipes().forEach(pipe -> req.disconnect(pipe.id()));
                text(req.ask(SpMessage.of("once more"), LIMIT)); // it goes on before it breaks again
            }
            for (Future<?> asker : askers) {
                asker.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            }
            assertThat(req.stats().connected()).isGreaterThan(2);
        } finally {
            pool.shutdownNow();
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldFailOpenRequestsWhenTheLastPeerLeavesIfToldSo(Wire wire) {
        try (ReqSocket req = Sockets.req(
                        wire.options(DEFAULTS).toBuilder().failNoPeers(true).build());
                RepSocket one = Sockets.rep(wire.options());
                RepSocket two = Sockets.rep(wire.options())) {
            join(wire, one, req);
            join(wire, two, req);
            Promise<SpMessage> first = req.request(SpMessage.of("a"));
            Promise<SpMessage> second = req.request(SpMessage.of("b"));
            text(one.receive(LIMIT));
            text(two.receive(LIMIT));
            one.close(Duration.ZERO);
            assertThat(text(two.receive(LIMIT))).isEqualTo("a"); // there was another peer
            two.close(Duration.ZERO);
            assertFails(SpError.NO_PEERS, () -> first.await(LIMIT));
            assertFails(SpError.NO_PEERS, () -> second.await(LIMIT));
            assertFails(SpError.NO_PEERS, () -> req.send("c".getBytes(StandardCharsets.UTF_8)));
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    @SuppressWarnings("try") // closing early is what it is about
    void shouldEndOnlyTheContextThatIsClosed(Wire wire) {
        try (ReqSocket req = Sockets.req(wire.options());
                RepSocket rep = Sockets.rep(wire.options());
                SocketContext open = rep.context();
                SocketContext ended = rep.context();
                SocketContext asker = req.context()) {
            join(wire, rep, req);
            Promise<SpMessage> goesOn = open.receiveLater();
            Promise<SpMessage> ends = ended.receiveLater();
            ended.close();
            assertFails(SpError.CLOSED, () -> ends.await(LIMIT));
            assertThat(goesOn.isSettled()).isFalse();
            asker.send(SpMessage.of("a"));
            assertThat(text(goesOn.await(LIMIT))).isEqualTo("a");
            Promise<SpMessage> reply = asker.receiveLater();
            asker.close();
            assertFails(SpError.CLOSED, () -> reply.await(LIMIT));
            assertFails(SpError.CLOSED, () -> asker.send("b".getBytes(StandardCharsets.UTF_8)));
            open.send(SpMessage.of("to nobody"));
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldWaitForAPeer(Wire wire) {
        try (ReqSocket req = Sockets.req(wire.options());
                RepSocket rep = Sockets.rep(wire.options())) {
            try (SpMessage unsent = SpMessage.of("x")) { // stays the caller's
                assertThat(req.trySend(unsent)).isFalse();
                assertFails(SpError.STATE, req::tryReceive);
                assertFails(SpError.TIMED_OUT, () -> req.send(unsent, Duration.ofMillis(1)));
            }
            Promise<SpMessage> reply = req.request(SpMessage.of("early"));
            Promise<Void> sent = req.sendLater(SpMessage.of("early too"));
            assertThat(sent.isSettled()).isFalse();
            rep.serve(Steps::loud);
            join(wire, rep, req);
            assertThat(text(reply.await(LIMIT))).isEqualTo("early!");
            sent.await(LIMIT);
            assertThat(text(req.receive(LIMIT))).isEqualTo("early too!");
        }
    }
}
