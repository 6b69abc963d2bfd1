// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static io.troupe.sp.Steps.LIMIT;
import static io.troupe.sp.Steps.WIRES;
import static io.troupe.sp.Steps.assertFails;
import static io.troupe.sp.Steps.join;
import static io.troupe.sp.Steps.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.sp.Wires.Wire;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.RepSocket;
import io.troupe.sp.socket.ReqSocket;
import io.troupe.sp.socket.SocketContext;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
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

/** What REQ and REP promise, over each way of reaching peers. */
@Timeout(60)
class RequestReplyTest {
    private static final SocketOptions DEFAULTS = SocketOptions.defaults();

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldCarryARequestAndItsReply(Wire wire) {
        try (ReqSocket req = Sockets.req(wire.options());
                RepSocket rep = Sockets.rep(wire.options())) {
            join(wire, rep, req);
            for (int i = 0; i < 100; i++) {
                req.send(SpMessage.of("ping " + i));
                SpMessage request = rep.receive(LIMIT);
                assertThat(request.text()).isEqualTo("ping " + i);
                assertThat(request.headerSize()).isZero();
                rep.send(request); // the same message goes back
                assertThat(text(req.receive(LIMIT))).isEqualTo("ping " + i);
            }
            assertThat(req.stats().sent()).isEqualTo(100);
            assertThat(req.stats().received()).isEqualTo(100);
            assertThat(rep.stats().received()).isEqualTo(100);
            assertThat(rep.stats().sent()).isEqualTo(100);
            assertThat(req.stats().dropped()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldServeAsynchronously(Wire wire) {
        try (ReqSocket req = Sockets.req(wire.options());
                RepSocket rep = Sockets.rep(wire.options())) {
            rep.serve(Steps::loud);
            join(wire, rep, req);
            assertThat(text(req.request(SpMessage.of("a")).await(LIMIT))).isEqualTo("a!");
            assertThat(text(req.ask(SpMessage.of("b"), LIMIT))).isEqualTo("b!");
            req.send(SpMessage.of("c"));
            assertThat(text(req.receiveLater().await(LIMIT))).isEqualTo("c!");
            assertFails(SpError.STATE, () -> rep.serve(Steps::loud));
            assertFails(SpError.STATE, rep::tryReceive);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldKeepManyRequestsOpen(Wire wire) throws InterruptedException {
        int many = 10_000;
        CountDownLatch arrived = new CountDownLatch(many);
        List<CompletablePromise<SpMessage>> answers = new ArrayList<>();
        List<SpMessage> requests = new ArrayList<>();
        try (ReqSocket req = Sockets.req(wire.options());
                RepSocket rep = Sockets.rep(
                        wire.options(DEFAULTS).toBuilder().receiveBuffer(many).build())) {
            rep.serve(request -> {
                CompletablePromise<SpMessage> answer = new CompletablePromise<>();
                requests.add(request);
                answers.add(answer);
                arrived.countDown();
                return answer;
            });
            join(wire, rep, req);
            List<Promise<SpMessage>> replies = new ArrayList<>();
            for (int i = 0; i < many; i++) {
                replies.add(req.request(SpMessage.of("n" + i)));
            }
            assertThat(arrived.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            for (int i = many - 1; i >= 0; i--) { // the last one first
                answers.get(i).complete(requests.get(i));
            }
            for (int i = 0; i < many; i++) {
                assertThat(text(replies.get(i).await(LIMIT))).isEqualTo("n" + i);
            }
            assertThat(req.stats().dropped()).isEmpty();
        }
    }

    private static void ask(ReqSocket req, String name, int rounds) {
        try (SocketContext asker = req.context()) {
            for (int round = 0; round < rounds; round++) {
                asker.send(SpMessage.of(name + round));
                assertThat(text(asker.receive(LIMIT))).isEqualTo(name + round);
            }
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldKeepContextsApart(Wire wire) throws Exception {
        int threads = 8;
        int rounds = 1000;
        ExecutorService pool = Executors.newCachedThreadPool();
        try (ReqSocket req = Sockets.req(wire.options());
                RepSocket rep = Sockets.rep(wire.options())) {
            join(wire, rep, req);
            List<SocketContext> repliers = new ArrayList<>();
            List<Future<?>> ends = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                SocketContext replier = rep.context();
                repliers.add(replier);
                ends.add(pool.submit(() -> assertFails(SpError.CLOSED, () -> {
                    while (true) {
                        replier.send(replier.receive());
                    }
                })));
            }
            List<Future<?>> askers = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                String name = "thread " + i + " round ";
                askers.add(pool.submit(() -> ask(req, name, rounds)));
            }
            for (Future<?> asker : askers) {
                asker.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            }
            repliers.forEach(SocketContext::close); // wakes those who receive in them
            for (Future<?> end : ends) {
                end.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldCancelTheOpenRequestByANewOne(Wire wire) {
        try (ReqSocket req = Sockets.req(wire.options());
                RepSocket rep = Sockets.rep(wire.options())) {
            join(wire, rep, req);
            req.send(SpMessage.of("old"));
            Promise<SpMessage> old = req.receiveLater();
            text(rep.receive(LIMIT));
            req.send(SpMessage.of("new"));
            assertFails(SpError.CANCELED, () -> old.await(LIMIT));
            rep.send(SpMessage.of("to old")); // late, so it does not answer the new one
            assertThat(text(rep.receive(LIMIT))).isEqualTo("new");
            rep.send(SpMessage.of("to new"));
            assertThat(text(req.receive(LIMIT))).isEqualTo("to new");
            assertThat(req.stats().dropped(DropReason.LATE)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldTakeTurnsAmongPeers(Wire wire) {
        try (ReqSocket req = Sockets.req(wire.options());
                RepSocket one = Sockets.rep(wire.options());
                RepSocket two = Sockets.rep(wire.options());
                RepSocket three = Sockets.rep(wire.options())) {
            List<RepSocket> peers = List.of(one, two, three);
            for (RepSocket peer : peers) {
                join(wire, peer, req);
                peer.serve(request -> Promise.of(request));
            }
            for (int i = 0; i < 30; i++) {
                text(req.ask(SpMessage.of("turn"), LIMIT));
            }
            for (RepSocket peer : peers) {
                assertThat(peer.stats().received()).isEqualTo(10);
            }
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldKeepTheOrderOfSendAndReceive(Wire wire) {
        try (ReqSocket req = Sockets.req(wire.options());
                RepSocket rep = Sockets.rep(wire.options())) {
            join(wire, rep, req);
            assertFails(SpError.STATE, () -> req.receive(LIMIT));
            assertFails(SpError.STATE, req::tryReceive);
            assertFails(SpError.STATE, () -> req.receiveLater().await(LIMIT));
            try (SpMessage kept = SpMessage.of("nothing")) {
                assertFails(SpError.STATE, () -> rep.send(kept));
                assertFails(SpError.STATE, () -> rep.trySend(kept));
            }
            assertFails(
                    SpError.STATE, () -> rep.sendLater(SpMessage.of("nothing")).await(LIMIT));
            req.send(SpMessage.of("a"));
            text(rep.receive(LIMIT));
            rep.send(SpMessage.of("A"));
            try (SpMessage kept = SpMessage.of("twice")) {
                assertFails(SpError.STATE, () -> rep.send(kept));
            }
            assertThat(text(req.receive(LIMIT))).isEqualTo("A");
            assertFails(SpError.STATE, () -> req.receive(LIMIT));
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldDropAnUnansweredRequestOnTheNextReceive(Wire wire) {
        try (ReqSocket req = Sockets.req(wire.options());
                RepSocket rep = Sockets.rep(wire.options())) {
            join(wire, rep, req);
            Promise<SpMessage> first = req.request(SpMessage.of("first"));
            Promise<SpMessage> second = req.request(SpMessage.of("second"));
            assertThat(text(rep.receive(LIMIT))).isEqualTo("first");
            assertThat(text(rep.receive(LIMIT))).isEqualTo("second");
            rep.send(SpMessage.of("to second"));
            assertThat(text(second.await(LIMIT))).isEqualTo("to second");
            assertThat(first.isSettled()).isFalse();
            assertThat(rep.tryReceive()).isEmpty();
            try (SpMessage kept = SpMessage.of("to first")) {
                assertFails(SpError.STATE, () -> rep.send(kept));
            }
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldLeaveRequestsUnansweredWhoseHandlerFails(Wire wire) {
        try (ReqSocket req = Sockets.req(wire.options());
                RepSocket rep = Sockets.rep(
                        wire.options(DEFAULTS).toBuilder().receiveBuffer(1).build())) {
            rep.serve(request -> switch (text(request)) {
                case "throw" -> throw new IllegalStateException("on purpose");
                case "fail" -> Promise.failed(new IllegalStateException("on purpose"));
                case "nothing" -> Promise.of(null);
                default -> Promise.of(SpMessage.of("fine"));
            });
            join(wire, rep, req);
            List<Promise<SpMessage>> silent = new ArrayList<>();
            for (String text : List.of("throw", "fail", "nothing")) {
                silent.add(req.request(SpMessage.of(text)));
            }
            assertThat(text(req.request(SpMessage.of("good")).await(LIMIT))).isEqualTo("fine");
            assertThat(silent).noneMatch(Promise::isSettled);
        }
    }
}
