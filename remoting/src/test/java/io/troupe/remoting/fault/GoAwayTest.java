// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.SomeEncodings;
import io.troupe.remoting.codec.ByHand;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.TargetId;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkLoss;
import io.troupe.testkit.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;

/** What travels when one side of a link goes in good order: both sides agree about the last call that was taken. */
class GoAwayTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String KNOWN = "streams,watch,nak,request,pause,pieces,goaway";
    private static final String OLDER = "streams,watch,nak,request,pause,pieces";

    private final List<Link> links = new CopyOnWriteArrayList<>();
    private final ActorSystem system = ActorSystem.start("node");
    private final Desk local = system.spawn(Desk.class, Desk::new);
    private RawPeer peer;
    private Link link;

    /** What the peer calls. */
    public static class Desk extends Actor<Desk> {
        private final CompletablePromise<Integer> held = new CompletablePromise<>();
        private int sum;

        public Promise<Integer> hold() {
            return held;
        }

        public void release() {
            held.complete(1);
        }

        public Promise<Integer> add(int n) {
            sum += n;
            return Promise.of(sum);
        }

        public void put(int n) {
            sum += n;
        }
    }

    /** What the peer claims to have. */
    public interface Target {
        Promise<Integer> ask(int n);

        void put(int n);
    }

    private void start(Encoding encoding, String features) throws IOException {
        Remoting remoting = Remoting.on(system, RemotingConfig.production());
        remoting.expose("desk", local);
        remoting.onLink(links::add);
        int port = remoting.listen("tcp://127.0.0.1:0").await(LIMIT).address().port();
        peer = RawPeer.agreed(port, encoding);
        peer.send(new Frame.Hello(Map.of("name", "raw", "features", features)));
        Await.until("the link is up", LIMIT, () -> !links.isEmpty());
        link = links.get(0);
    }

    @AfterEach
    void close() throws IOException {
        peer.close();
        system.close();
    }

    private int sum() {
        return local.add(0).await(LIMIT);
    }

    private void awaitPong(long token) throws IOException {
        peer.send(new Frame.Ping(token));
        peer.await(Frame.Pong.class, pong -> pong.token() == token);
    }

    /** A call that is held, and one that is answered: so both have been taken. */
    private void callTwice(long second) throws IOException {
        peer.send(RawPeer.call(1, "hold"), RawPeer.call(second, "add", out -> out.integer(1)));
        peer.awaitReply(second);
    }

    /** The number of the first of two calls, both of which have come to the peer. */
    private long firstOfTwo() throws IOException {
        long first = peer.await(Frame.Call.class, any -> true).stream();
        peer.await(Frame.Call.class, any -> true);
        return first;
    }

    private static LinkLostException lost(Promise<Integer> call) {
        return (LinkLostException) catchThrowable(() -> call.await(LIMIT));
    }

    // ---- the node goes -------------------------------------------------------------------------------------------

    @ParameterizedTest
    @SomeEncodings
    void shouldBeginNothingBehindWhatItHasNamed(Encoding encoding) throws IOException {
        start(encoding, KNOWN);
        callTwice(3);
        Promise<Boolean> end = link.drain(LIMIT, "a new version", "tcp://other:7000");
        Frame.GoAway away = peer.await(Frame.GoAway.class, any -> true);
        assertThat(away).isEqualTo(new Frame.GoAway(3, "a new version", "tcp://other:7000"));
        peer.send(RawPeer.call(5, "add", out -> out.integer(10)));
        peer.send(new Frame.Tell(TargetId.name("desk"), "put", ByHand.value(out -> out.integer(100))));
        awaitPong(77);
        assertThat(sum()).isEqualTo(101); // the message without an answer was taken
        local.release();
        assertThat(peer.awaitReply(1)).isEqualTo("[1]");
        assertThat(end.isSettled()).isFalse(); // the peer has not said that it has read it
    }

    /** It may still have sent something that it does not know to be too late. */
    @ParameterizedTest
    @SomeEncodings
    void shouldWaitUntilThePeerHasReadIt(Encoding encoding) throws IOException {
        start(encoding, KNOWN);
        peer.await(Frame.Ping.class, any -> true); // of the beginning
        Promise<Boolean> end = link.drain(LIMIT, "done", "");
        peer.await(Frame.GoAway.class, any -> true);
        Frame.Ping ping = peer.await(Frame.Ping.class, any -> true);
        awaitPong(77);
        assertThat(end.isSettled()).isFalse();
        peer.send(new Frame.Pong(ping.token()));
        Frame.Goodbye last = peer.await(Frame.Goodbye.class, any -> true);
        assertThat(last.last()).isZero();
        peer.awaitEnd();
        peer.close();
        assertThat(end.await(LIMIT)).isTrue();
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldWaitForWhatItKnowsWhenThePeerIsOlder(Encoding encoding) throws IOException {
        start(encoding, OLDER);
        callTwice(3);
        Promise<Boolean> end = link.drain(LIMIT, "done", "");
        peer.send(RawPeer.call(5, "add", out -> out.integer(10)));
        assertThat(peer.awaitReply(5)).isEqualTo("[11]");
        assertThat(end.isSettled()).isFalse();
        local.release();
        boolean answered = false;
        for (Frame next = peer.next(); !(next instanceof Frame.Goodbye); next = peer.next()) {
            assertThat(next).isNotInstanceOf(Frame.GoAway.class);
            answered |= next instanceof Frame.Reply reply && reply.stream() == 1;
        }
        assertThat(answered).isTrue();
        peer.close();
        assertThat(end.await(LIMIT)).isTrue();
    }

    /** Also who just closes says what was taken. */
    @ParameterizedTest
    @SomeEncodings
    void shouldSayInTheGoodbyeWhatWasTaken(Encoding encoding) throws IOException {
        start(encoding, OLDER);
        callTwice(7);
        link.close();
        assertThat(peer.await(Frame.Goodbye.class, any -> true).last()).isEqualTo(7);
    }

    /** Whose connection was accepted before, and who has not greeted by then. */
    @ParameterizedTest
    @SomeEncodings
    void shouldSendAwayWhoGreetsLate(Encoding encoding) throws IOException {
        start(encoding, KNOWN);
        try (RawPeer late = RawPeer.agreed(peer.socket().getPort(), encoding)) {
            Remoting.on(system).drain(LIMIT, "a new version", "tcp://other:7000");
            late.send(new Frame.Hello(Map.of("name", "late", "features", KNOWN)));
            assertThat(late.await(Frame.GoAway.class, any -> true).elsewhere()).isEqualTo("tcp://other:7000");
        }
    }

    // ---- the peer goes -------------------------------------------------------------------------------------------

    @ParameterizedTest
    @SomeEncodings
    void shouldFailWhatThePeerHasNotTakenAndSendNothingNew(Encoding encoding) throws IOException {
        start(encoding, KNOWN);
        Target target = link.lookup("target", Target.class);
        Promise<Integer> first = target.ask(1);
        Promise<Integer> second = target.ask(2);
        long taken = firstOfTwo();
        peer.send(new Frame.GoAway(taken, "a new version", "tcp://other:7000"));
        assertThat(lost(second).maybeExecuted()).isFalse();
        assertThat(lost(second)).hasMessageContaining("a new version");
        assertThat(lost(target.ask(3)).maybeExecuted()).isFalse();
        target.put(4);
        peer.send(new Frame.Ping(77));
        for (Frame next = peer.next(); !(next instanceof Frame.Pong); next = peer.next()) {
            assertThat(next).isNotInstanceOfAny(Frame.Call.class, Frame.Tell.class);
        }
        assertThat(first.isSettled()).isFalse();
        peer.send(new Frame.Reply(taken, ByHand.value(out -> out.integer(42))), new Frame.Goodbye("done", taken));
        assertThat(first.await(LIMIT)).isEqualTo(42);
        peer.close();
        Await.until(
                "it has ended",
                LIMIT,
                () -> link.lastLoss() != null && link.stats().streams() == 0);
        assertThat(link.lastLoss().reason()).isEqualTo(LinkLoss.Reason.DRAINED);
        assertThat(link.lastLoss().elsewhere()).isEqualTo("tcp://other:7000");
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldKnowFromTheGoodbyeWhatThePeerHasNotTaken(Encoding encoding) throws IOException {
        start(encoding, OLDER);
        Target target = link.lookup("target", Target.class);
        Promise<Integer> first = target.ask(1);
        Promise<Integer> second = target.ask(2);
        long taken = firstOfTwo();
        peer.send(new Frame.Goodbye("done", taken));
        peer.awaitEnd();
        peer.close();
        assertThat(lost(first).maybeExecuted()).isTrue();
        assertThat(lost(second).maybeExecuted()).isFalse();
    }

    /** Nothing waits for a target that pauses and will never go on. */
    @ParameterizedTest
    @SomeEncodings
    void shouldFailWhatWaitsForATargetThatPauses(Encoding encoding) throws IOException {
        start(encoding, KNOWN);
        Target target = link.lookup("target", Target.class);
        peer.await(Frame.Named.class, any -> true);
        peer.send(new Frame.Named("target", 9), new Frame.Pause(Frame.Nak.Scope.TARGET, 9, true));
        awaitPong(77);
        Promise<Integer> waiting = target.ask(1);
        awaitPong(78);
        assertThat(waiting.isSettled()).isFalse();
        peer.send(new Frame.GoAway(0, "done", ""));
        assertThat(lost(waiting).maybeExecuted()).isFalse();
    }
}
