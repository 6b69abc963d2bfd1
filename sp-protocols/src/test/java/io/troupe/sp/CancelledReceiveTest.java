// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static io.troupe.sp.Steps.LIMIT;
import static io.troupe.sp.Steps.assertFails;
import static io.troupe.sp.Steps.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.MessageReceiver;
import io.troupe.sp.socket.MessageSender;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SocketContext;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SocketTimers;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpSocket;
import io.troupe.sp.socket.SubContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A promise that is cancelled after a message was taken for it, and before it has the message. Nothing may be lost by that: the
 * next receiver gets the message. All of it happens on the test's thread.
 */
@Timeout(60)
class CancelledReceiveTest {
    private static final SocketOptions OPTIONS = SocketOptions.builder()
            .receiveTimeout(Duration.ofHours(1))
            .linger(Duration.ZERO)
            .build();

    private final AmidstTimers timers = new AmidstTimers();
    private final SocketEngine engine = SocketEngine.of(new TimedHost(timers));
    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        Collections.reverse(opened);
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    /** Who sends and who receives, connected; the sender has asked already if the receiver is to get an answer. */
    private record Way(SpSocket socket, MessageSender sender, MessageReceiver receiver) {}

    private enum Kind {
        PAIR,
        PULL,
        BUS,
        SUB,
        CONTEXT_OF_SUB,
        REP,
        CONTEXT_OF_REP,
        RAW_REP,
        REQ,
        CONTEXT_OF_REQ,
        RAW_REQ,
        RESPONDENT,
        SURVEYOR,
        CONTEXT_OF_SURVEYOR
    }

    private <S extends SpSocket> S open(SocketKind<S> kind) {
        S socket = kind.open(OPTIONS, engine);
        opened.add(socket);
        return socket;
    }

    private <S extends AutoCloseable> S closing(S context) {
        opened.add(context);
        return context;
    }

    private static void join(SpSocket listening, SpSocket dialling) {
        listening.listen("inproc://cancelled");
        dialling.dial("inproc://cancelled").connected().await(LIMIT);
    }

    private Way way(Kind kind) {
        return switch (kind) {
            case PAIR -> oneWay(SocketKind.PAIR, open(SocketKind.PAIR));
            case PULL -> oneWay(SocketKind.PUSH, open(SocketKind.PULL));
            case BUS -> oneWay(SocketKind.BUS, open(SocketKind.BUS));
            case RAW_REQ -> oneWay(SocketKind.raw(Protocol.REP), open(SocketKind.raw(Protocol.REQ)));
            case SUB -> subscribed(open(SocketKind.SUB), false);
            case CONTEXT_OF_SUB -> subscribed(open(SocketKind.SUB), true);
            case REP -> oneWay(SocketKind.REQ, open(SocketKind.REP));
            case RAW_REP -> oneWay(SocketKind.REQ, open(SocketKind.raw(Protocol.REP)));
            case RESPONDENT -> oneWay(SocketKind.SURVEYOR, open(SocketKind.RESPONDENT));
            case CONTEXT_OF_REP -> {
                ReplySocket rep = open(SocketKind.REP);
                yield new Way(rep, dialling(rep, SocketKind.REQ), closing(rep.context()));
            }
            case REQ -> {
                RequestSocket req = open(SocketKind.REQ);
                yield answered(req, req, SocketKind.REP);
            }
            case CONTEXT_OF_REQ -> {
                RequestSocket req = open(SocketKind.REQ);
                yield answered(req, closing(req.context()), SocketKind.REP);
            }
            case SURVEYOR -> {
                SurveySocket surveyor = open(SocketKind.SURVEYOR);
                yield answered(surveyor, surveyor, SocketKind.RESPONDENT);
            }
            case CONTEXT_OF_SURVEYOR -> {
                SurveySocket surveyor = open(SocketKind.SURVEYOR);
                yield answered(surveyor, closing(surveyor.context()), SocketKind.RESPONDENT);
            }
        };
    }

    private <S extends PatternSocket> S dialling(SpSocket listening, SocketKind<S> peer) {
        S dialling = open(peer);
        join(listening, dialling);
        return dialling;
    }

    private Way oneWay(SocketKind<? extends PatternSocket> sending, PatternSocket receiving) {
        return new Way(receiving, dialling(receiving, sending), receiving);
    }

    private Way subscribed(SubscriberSocket sub, boolean inContext) {
        SubContext context = inContext ? closing(sub.context()) : sub;
        context.subscribe("");
        return new Way(sub, dialling(sub, SocketKind.PUB), context);
    }

    private static void say(MessageSender sender, String text) {
        sender.send(SpMessage.of(text));
    }

    private static void assertReceives(MessageReceiver receiver, String text) {
        assertThat(text(receiver.receive(LIMIT))).isEqualTo(text);
    }

    private <C extends MessageSender & MessageReceiver> Way answered(
            PatternSocket asking, C context, SocketKind<ReplySocket> answering) {
        ReplySocket peer = dialling(asking, answering);
        say(context, "question");
        assertReceives(peer, "question");
        return new Way(asking, peer, context);
    }

    /** What the receiver gets; a raw socket that answers is told where to. */
    private static void send(Way way, String text) {
        SpMessage message = SpMessage.of(text);
        if (((PatternSocket) way.socket).isRaw() && way.socket.protocol() == Protocol.REQ) {
            message.appendHeader(((SpSocket) way.sender).pipes().get(0).id());
            message.appendHeader(Integer.MIN_VALUE);
        }
        way.sender.send(message);
    }

    /** A promise that is cancelled, and whatever else is to happen then, when the next message has been taken for it. */
    private Promise<SpMessage> doomed(MessageReceiver receiver, Runnable more) {
        timers.arm();
        Promise<SpMessage> promise = receiver.receiveLater();
        timers.amidst(() -> {
            assertThat(promise.cancel()).isTrue();
            more.run();
        });
        return promise;
    }

    private Promise<SpMessage> doomed(MessageReceiver receiver) {
        return doomed(receiver, () -> {});
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldKeepTheMessageForTheNextReceive(Kind kind) {
        Way way = way(kind);
        Promise<SpMessage> doomed = doomed(way.receiver);
        send(way, "kept");
        assertThat(doomed.isFailed()).isTrue();
        assertThat(way.socket.stats().received()).isZero();
        assertReceives(way.receiver, "kept");
        assertThat(way.socket.stats().received()).isEqualTo(1);
        assertThat(way.socket.stats().bytesReceived()).isEqualTo(4);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldGiveTheMessageToThePromiseThatIsNext(Kind kind) {
        Way way = way(kind);
        doomed(way.receiver);
        Promise<SpMessage> next = way.receiver.receiveLater();
        send(way, "kept");
        assertThat(next.isFulfilled()).isTrue();
        assertThat(text(next.await(LIMIT))).isEqualTo("kept");
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"PAIR", "PULL", "BUS", "SUB", "CONTEXT_OF_SUB", "RAW_REQ"})
    void shouldKeepTheOrder(Kind kind) {
        Way way = way(kind);
        doomed(way.receiver);
        for (String text : List.of("1", "2", "3")) {
            send(way, text);
        }
        for (String text : List.of("1", "2", "3")) {
            assertReceives(way.receiver, text);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"REP", "CONTEXT_OF_REP", "RESPONDENT"})
    void shouldAnswerARequestThatCameBack(Kind kind) {
        Way way = way(kind);
        doomed(way.receiver);
        say(way.sender, "question");
        assertFails(SpError.STATE, () -> ((MessageSender) way.receiver)
                .send("nobody has seen the question".getBytes(UTF_8)));
        assertReceives(way.receiver, "question");
        say((MessageSender) way.receiver, "answer");
        assertReceives((MessageReceiver) way.sender, "answer");
    }

    @Test
    void shouldAnswerBothRequestsOfOneContext() {
        ReplySocket rep = open(SocketKind.REP);
        RequestSocket first = dialling(rep, SocketKind.REQ);
        RequestSocket second = open(SocketKind.REQ);
        second.dial("inproc://cancelled").connected().await(LIMIT);
        SocketContext other = closing(rep.context());
        doomed(rep, () -> {
            say(second, "second");
            assertReceives(rep, "second"); // another route in the meantime
        });
        say(first, "first");
        say(rep, "to the second");
        assertReceives(second, "to the second");
        assertReceives(other, "first");
        say(other, "to the first");
        assertReceives(first, "to the first");
    }

    @Test
    void shouldGiveARequestThatCameBackToAHandler() {
        ReplySocket rep = open(SocketKind.REP);
        RequestSocket req = dialling(rep, SocketKind.REQ);
        doomed(rep, () -> rep.serve(Steps::loud));
        say(req, "hello");
        assertReceives(req, "hello!");
    }

    /** Each pipe has a share of the queue: what came back counts once. */
    @Test
    void shouldCountARequestThatCameBackOnce() {
        ReplySocket rep = open(SocketKind.REP);
        RequestSocket req = dialling(rep, SocketKind.REQ);
        for (int i = 0; i < 2 * OPTIONS.receiveBuffer(); i++) {
            doomed(rep);
            Promise<SpMessage> reply = req.request(SpMessage.of("hello"));
            rep.send(rep.receive(LIMIT));
            assertThat(text(reply.await(LIMIT))).isEqualTo("hello");
        }
    }

    @Test
    void shouldDropAReplyWhenANewerRequestTookItsPlace() {
        RequestSocket req = open(SocketKind.REQ);
        ReplySocket rep = dialling(req, SocketKind.REP);
        say(req, "old");
        text(rep.receive(LIMIT));
        doomed(req, () -> say(req, "new"));
        say(rep, "old answer");
        rep.send(rep.receive(LIMIT));
        assertReceives(req, "new");
    }

    @Test
    void shouldDropAnAnswerWhenANewerSurveyTookItsPlace() {
        SurveySocket surveyor = open(SocketKind.SURVEYOR);
        ReplySocket respondent = dialling(surveyor, SocketKind.RESPONDENT);
        say(surveyor, "old");
        text(respondent.receive(LIMIT));
        doomed(surveyor, () -> say(surveyor, "new"));
        say(respondent, "old answer");
        assertThat(surveyor.stats().dropped(DropReason.LATE)).isEqualTo(1);
        respondent.send(respondent.receive(LIMIT));
        assertReceives(surveyor, "new");
    }

    @Test
    void shouldDropWhatIsNoLongerSubscribed() {
        SubscriberSocket sub = open(SocketKind.SUB);
        PatternSocket pub = dialling(sub, SocketKind.PUB);
        sub.subscribe("a");
        doomed(sub, () -> sub.unsubscribe("a"));
        say(pub, "a");
        assertThat(sub.tryReceive()).isEmpty();
        assertThat(sub.stats().dropped(DropReason.UNSUBSCRIBED)).isEqualTo(1);
    }

    /** Nobody may get it any more; LeakCheck sees that it is released. */
    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"PULL", "SUB", "CONTEXT_OF_SUB", "REP", "CONTEXT_OF_REQ", "CONTEXT_OF_SURVEYOR"})
    void shouldReleaseTheMessageOfAReceiverThatIsClosed(Kind kind) {
        Way way = way(kind);
        AtomicInteger closes = new AtomicInteger();
        doomed(way.receiver, () -> {
            closes.incrementAndGet();
            SocketCore.closeQuietly((AutoCloseable) way.receiver);
        });
        say(way.sender, "for nobody");
        assertThat(closes).hasValue(1);
        assertFails(SpError.CLOSED, way.receiver::tryReceive);
    }

    /** Does something when the timer of one receive is cancelled: that is after the message was taken. */
    private static final class AmidstTimers implements SocketTimers {
        private final ManualTimers others = new ManualTimers();
        private boolean armed;
        private Runnable action = () -> {};

        /** The next timer is the one. */
        void arm() {
            armed = true;
        }

        /** Does this once. */
        void amidst(Runnable once) {
            action = once;
        }

        @Override
        public long nanos() {
            return others.nanos();
        }

        @Override
        public SocketTimers.Timeout after(long delayNanos, Runnable task) {
            SocketTimers.Timeout timer = others.after(delayNanos, task);
            if (!armed) {
                return timer;
            }
            armed = false;
            return () -> {
                timer.cancel();
                Runnable now = action;
                action = () -> {};
                now.run();
            };
        }
    }
}
