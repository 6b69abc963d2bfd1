// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.sp.Sockets;
import io.troupe.sp.contract.Wires.Wire;
import io.troupe.sp.error.SpError;
import io.troupe.sp.error.SpException;
import io.troupe.sp.message.Message;
import io.troupe.sp.option.SocketOptions;
import io.troupe.sp.socket.Context;
import io.troupe.sp.socket.PipeInfo;
import io.troupe.sp.socket.PipeListener;
import io.troupe.sp.socket.RepSocket;
import io.troupe.sp.socket.ReqSocket;
import io.troupe.sp.socket.SpSocket;
import io.troupe.sp.stats.Drop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What REQ and REP promise, over each way of reaching peers. */
@Timeout(60)
class RequestReplyTest {
    private static final String WIRES = "io.troupe.sp.contract.Wires#all";
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final SocketOptions DEFAULTS = SocketOptions.defaults();

    private static void join(Wire wire, SpSocket listening, SpSocket dialling) {
        dialling.dial(listening.listen(wire.fresh()).uri()).connected().await(LIMIT);
    }

    private static String text(Message message) {
        try (message) {
            return message.text();
        }
    }

    private static void assertFails(SpError reason, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(SpException.class, e -> assertThat(e.reason())
                .isEqualTo(reason));
    }

    private static Promise<Message> loud(Message request) {
        return Promise.of(Message.of(text(request) + "!"));
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldCarryARequestAndItsReply(Wire wire) {
        try (ReqSocket req = Sockets.req();
                RepSocket rep = Sockets.rep()) {
            join(wire, rep, req);
            for (int i = 0; i < 100; i++) {
                req.send(Message.of("ping " + i));
                Message request = rep.receive(LIMIT);
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
        try (ReqSocket req = Sockets.req();
                RepSocket rep = Sockets.rep()) {
            rep.serve(RequestReplyTest::loud);
            join(wire, rep, req);
            assertThat(text(req.request(Message.of("a")).await(LIMIT))).isEqualTo("a!");
            assertThat(text(req.ask(Message.of("b"), LIMIT))).isEqualTo("b!");
            req.send(Message.of("c"));
            assertThat(text(req.receiveLater().await(LIMIT))).isEqualTo("c!");
            assertFails(SpError.STATE, () -> rep.serve(RequestReplyTest::loud));
            assertFails(SpError.STATE, rep::tryReceive);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldKeepManyRequestsOpen(Wire wire) throws InterruptedException {
        int many = 10_000;
        CountDownLatch arrived = new CountDownLatch(many);
        List<CompletablePromise<Message>> answers = new ArrayList<>();
        List<Message> requests = new ArrayList<>();
        try (ReqSocket req = Sockets.req();
                RepSocket rep = Sockets.rep(DEFAULTS.receiveBuffer(many))) {
            rep.serve(request -> {
                CompletablePromise<Message> answer = new CompletablePromise<>();
                requests.add(request);
                answers.add(answer);
                arrived.countDown();
                return answer;
            });
            join(wire, rep, req);
            List<Promise<Message>> replies = new ArrayList<>();
            for (int i = 0; i < many; i++) {
                replies.add(req.request(Message.of("n" + i)));
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

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldKeepContextsApart(Wire wire) throws Exception {
        int threads = 8;
        int rounds = 1000;
        ExecutorService pool = Executors.newCachedThreadPool();
        try (ReqSocket req = Sockets.req();
                RepSocket rep = Sockets.rep()) {
            join(wire, rep, req);
            List<Context> repliers = new ArrayList<>();
            List<Future<?>> ends = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                Context replier = rep.context();
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
                askers.add(pool.submit(() -> {
                    try (Context asker = req.context()) {
                        for (int round = 0; round < rounds; round++) {
                            asker.send(Message.of(name + round));
                            assertThat(text(asker.receive(LIMIT))).isEqualTo(name + round);
                        }
                    }
                }));
            }
            for (Future<?> asker : askers) {
                asker.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            }
            repliers.forEach(Context::close); // wakes those who receive in them
            for (Future<?> end : ends) {
                end.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldAskAnotherPeerWhenTheFirstIsLost(Wire wire) {
        try (ReqSocket req = Sockets.req();
                RepSocket first = Sockets.rep();
                RepSocket second = Sockets.rep()) {
            join(wire, first, req);
            Promise<Message> reply = req.request(Message.of("who"));
            assertThat(text(first.receive(LIMIT))).isEqualTo("who");
            join(wire, second, req);
            first.close(Duration.ZERO);
            assertThat(text(second.receive(LIMIT))).isEqualTo("who");
            second.send(Message.of("me"));
            assertThat(text(reply.await(LIMIT))).isEqualTo("me");
            assertThat(req.stats().resent()).isEqualTo(1);
            assertThat(req.stats().sent()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldFailInsteadOfAskingTwiceWhenToldSo(Wire wire) {
        try (ReqSocket req = Sockets.req(DEFAULTS.resendTime(Duration.ZERO));
                RepSocket rep = Sockets.rep()) {
            join(wire, rep, req);
            Promise<Message> reply = req.request(Message.of("once"));
            req.send(Message.of("and once"));
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
    void shouldCancelTheOpenRequestByANewOne(Wire wire) {
        try (ReqSocket req = Sockets.req();
                RepSocket rep = Sockets.rep()) {
            join(wire, rep, req);
            req.send(Message.of("old"));
            Promise<Message> old = req.receiveLater();
            text(rep.receive(LIMIT));
            req.send(Message.of("new"));
            assertFails(SpError.CANCELED, () -> old.await(LIMIT));
            rep.send(Message.of("to old")); // late, so it does not answer the new one
            assertThat(text(rep.receive(LIMIT))).isEqualTo("new");
            rep.send(Message.of("to new"));
            assertThat(text(req.receive(LIMIT))).isEqualTo("to new");
            assertThat(req.stats().dropped(Drop.LATE)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldGiveARequestUpWhenItsPromiseIsCancelled(Wire wire) {
        try (ReqSocket req = Sockets.req();
                RepSocket rep = Sockets.rep()) {
            join(wire, rep, req);
            Promise<Message> reply = req.request(Message.of("unwanted"));
            text(rep.receive(LIMIT));
            assertThat(reply.cancel()).isTrue();
            rep.send(Message.of("late"));
            req.send(Message.of("next"));
            rep.send(rep.receive(LIMIT));
            assertThat(text(req.receive(LIMIT))).isEqualTo("next");
            assertThat(req.stats().dropped(Drop.LATE)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldTakeTurnsAmongPeers(Wire wire) {
        try (ReqSocket req = Sockets.req();
                RepSocket one = Sockets.rep();
                RepSocket two = Sockets.rep();
                RepSocket three = Sockets.rep()) {
            List<RepSocket> peers = List.of(one, two, three);
            for (RepSocket peer : peers) {
                join(wire, peer, req);
                peer.serve(request -> Promise.of(request));
            }
            for (int i = 0; i < 30; i++) {
                text(req.ask(Message.of("turn"), LIMIT));
            }
            for (RepSocket peer : peers) {
                assertThat(peer.stats().received()).isEqualTo(10);
            }
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldKeepTheOrderOfSendAndReceive(Wire wire) {
        try (ReqSocket req = Sockets.req();
                RepSocket rep = Sockets.rep()) {
            join(wire, rep, req);
            assertFails(SpError.STATE, () -> req.receive(LIMIT));
            assertFails(SpError.STATE, req::tryReceive);
            assertFails(SpError.STATE, () -> req.receiveLater().await(LIMIT));
            assertFails(SpError.STATE, () -> rep.send(Message.of("nothing")));
            assertFails(SpError.STATE, () -> rep.trySend(Message.of("nothing")));
            assertFails(
                    SpError.STATE, () -> rep.sendLater(Message.of("nothing")).await(LIMIT));
            req.send(Message.of("a"));
            text(rep.receive(LIMIT));
            rep.send(Message.of("A"));
            assertFails(SpError.STATE, () -> rep.send(Message.of("twice")));
            assertThat(text(req.receive(LIMIT))).isEqualTo("A");
            assertFails(SpError.STATE, () -> req.receive(LIMIT));
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldDropAnUnansweredRequestOnTheNextReceive(Wire wire) {
        try (ReqSocket req = Sockets.req();
                RepSocket rep = Sockets.rep()) {
            join(wire, rep, req);
            Promise<Message> first = req.request(Message.of("first"));
            Promise<Message> second = req.request(Message.of("second"));
            assertThat(text(rep.receive(LIMIT))).isEqualTo("first");
            assertThat(text(rep.receive(LIMIT))).isEqualTo("second");
            rep.send(Message.of("to second"));
            assertThat(text(second.await(LIMIT))).isEqualTo("to second");
            assertThat(first.isSettled()).isFalse();
            assertThat(rep.tryReceive()).isEmpty();
            assertFails(SpError.STATE, () -> rep.send(Message.of("to first")));
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldDropAReplyWhoseAskerIsGone(Wire wire) throws InterruptedException {
        CountDownLatch gone = new CountDownLatch(1);
        try (RepSocket rep = Sockets.rep()) {
            rep.onPipe(new PipeListener() {
                @Override
                public void detached(PipeInfo pipe, String reason) {
                    gone.countDown();
                }
            });
            ReqSocket req = Sockets.req();
            join(wire, rep, req);
            req.send(Message.of("bye"));
            text(rep.receive(LIMIT));
            req.close();
            assertThat(gone.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            rep.send(Message.of("too late"));
            assertThat(rep.stats().dropped(Drop.PEER_GONE)).isEqualTo(1);
            assertFails(SpError.STATE, () -> rep.send(Message.of("again")));
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldFailAllWhoWaitWhenClosed(Wire wire) {
        RepSocket rep = Sockets.rep();
        ReqSocket req = Sockets.req();
        join(wire, rep, req);
        List<Promise<Message>> replies = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            replies.add(req.request(Message.of("n" + i)));
        }
        req.send(Message.of("classic"));
        Promise<Message> classic = req.receiveLater();
        Context context = req.context();
        context.send(Message.of("in a context"));
        req.close();
        for (Promise<Message> reply : replies) {
            assertFails(SpError.CLOSED, () -> reply.await(LIMIT));
        }
        assertFails(SpError.CLOSED, () -> classic.await(LIMIT));
        assertFails(SpError.CLOSED, () -> context.receive(LIMIT));
        assertFails(SpError.CLOSED, () -> req.send(Message.of("after")));
        assertFails(SpError.CLOSED, () -> req.receive(LIMIT));
        assertFails(SpError.CLOSED, () -> req.request(Message.of("after")).await(LIMIT));
        assertFails(SpError.CLOSED, req::context);
        rep.close();
        assertFails(SpError.CLOSED, () -> rep.receive(LIMIT));
        assertFails(SpError.CLOSED, () -> rep.send(Message.of("after")));
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldLeaveARequestOpenThatRanOutOfTime(Wire wire) {
        try (ReqSocket req = Sockets.req();
                RepSocket rep = Sockets.rep()) {
            join(wire, rep, req);
            req.send(Message.of("slow"));
            assertFails(SpError.TIMED_OUT, () -> req.receive(Duration.ZERO));
            assertThat(req.tryReceive()).isEmpty();
            rep.send(rep.receive(LIMIT));
            assertThat(text(req.receive(LIMIT))).isEqualTo("slow");
            assertFails(SpError.TIMED_OUT, () -> req.ask(Message.of("never"), Duration.ofMillis(1)));
            rep.send(rep.receive(LIMIT)); // its reply is late
            req.send(Message.of("next"));
            rep.send(rep.receive(LIMIT));
            assertThat(text(req.receive(LIMIT))).isEqualTo("next");
            assertThat(req.stats().dropped(Drop.LATE)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldLeaveRequestsUnansweredWhoseHandlerFails(Wire wire) {
        try (ReqSocket req = Sockets.req();
                RepSocket rep = Sockets.rep(DEFAULTS.receiveBuffer(1))) {
            rep.serve(request -> switch (text(request)) {
                case "throw" -> throw new IllegalStateException("on purpose");
                case "fail" -> Promise.failed(new IllegalStateException("on purpose"));
                case "nothing" -> Promise.of(null);
                default -> Promise.of(Message.of("fine"));
            });
            join(wire, rep, req);
            List<Promise<Message>> silent = new ArrayList<>();
            for (String text : List.of("throw", "fail", "nothing")) {
                silent.add(req.request(Message.of(text)));
            }
            assertThat(text(req.request(Message.of("good")).await(LIMIT))).isEqualTo("fine");
            assertThat(silent).noneMatch(Promise::isSettled);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldAnswerAllThoughPipesBreak(Wire wire) throws Exception {
        int threads = 4;
        int rounds = 500;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try (ReqSocket req = Sockets.req(DEFAULTS.reconnectMin(Duration.ofMillis(1)));
                RepSocket one = Sockets.rep();
                RepSocket two = Sockets.rep()) {
            one.serve(RequestReplyTest::loud);
            two.serve(RequestReplyTest::loud);
            join(wire, one, req);
            join(wire, two, req);
            List<Future<?>> askers = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                boolean blocking = i % 2 == 0;
                String name = "thread " + i + " round ";
                askers.add(pool.submit(() -> {
                    for (int round = 0; round < rounds; round++) {
                        Message request = Message.of(name + round);
                        Message reply = blocking
                                ? req.ask(request, LIMIT)
                                : req.request(request).await(LIMIT);
                        assertThat(text(reply)).isEqualTo(name + round + "!");
                    }
                }));
            }
            while (askers.stream().anyMatch(asker -> !asker.isDone())) {
                req.pipes().forEach(pipe -> req.disconnect(pipe.id()));
                Thread.yield();
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
        try (ReqSocket req = Sockets.req(DEFAULTS.failNoPeers(true));
                RepSocket one = Sockets.rep();
                RepSocket two = Sockets.rep()) {
            join(wire, one, req);
            join(wire, two, req);
            Promise<Message> first = req.request(Message.of("a"));
            Promise<Message> second = req.request(Message.of("b"));
            text(one.receive(LIMIT));
            text(two.receive(LIMIT));
            one.close(Duration.ZERO);
            assertThat(text(two.receive(LIMIT))).isEqualTo("a"); // there was another peer
            two.close(Duration.ZERO);
            assertFails(SpError.NO_PEERS, () -> first.await(LIMIT));
            assertFails(SpError.NO_PEERS, () -> second.await(LIMIT));
            assertFails(SpError.NO_PEERS, () -> req.send(Message.of("c")));
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldEndOnlyTheContextThatIsClosed(Wire wire) {
        try (ReqSocket req = Sockets.req();
                RepSocket rep = Sockets.rep();
                Context open = rep.context();
                Context ended = rep.context();
                Context asker = req.context()) {
            join(wire, rep, req);
            Promise<Message> goesOn = open.receiveLater();
            Promise<Message> ends = ended.receiveLater();
            ended.close();
            assertFails(SpError.CLOSED, () -> ends.await(LIMIT));
            assertThat(goesOn.isSettled()).isFalse();
            asker.send(Message.of("a"));
            assertThat(text(goesOn.await(LIMIT))).isEqualTo("a");
            Promise<Message> reply = asker.receiveLater();
            asker.close();
            assertFails(SpError.CLOSED, () -> reply.await(LIMIT));
            assertFails(SpError.CLOSED, () -> asker.send(Message.of("b")));
            open.send(Message.of("to nobody"));
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldWaitForAPeer(Wire wire) {
        try (ReqSocket req = Sockets.req();
                RepSocket rep = Sockets.rep()) {
            assertThat(req.trySend(Message.of("x"))).isFalse();
            assertFails(SpError.STATE, req::tryReceive);
            assertFails(SpError.TIMED_OUT, () -> req.send(Message.of("x"), Duration.ofMillis(1)));
            Promise<Message> reply = req.request(Message.of("early"));
            Promise<Void> sent = req.sendLater(Message.of("early too"));
            assertThat(sent.isSettled()).isFalse();
            rep.serve(RequestReplyTest::loud);
            join(wire, rep, req);
            assertThat(text(reply.await(LIMIT))).isEqualTo("early!");
            sent.await(LIMIT);
            assertThat(text(req.receive(LIMIT))).isEqualTo("early too!");
        }
    }
}
