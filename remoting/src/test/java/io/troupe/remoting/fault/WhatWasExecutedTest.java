// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.SystemListener;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.SomeEncodings;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkLimits;
import io.troupe.testkit.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;

/** When a link ends, callers are told whether their calls may have been executed: not, if this can be known. */
class WhatWasExecutedTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** More than sockets ever hold. */
    private static final int HUGE = 12 << 20;

    private static final int MOST = 48 << 20;

    /** Looks of 5 ms: much longer than a loop has to wait for a processor. */
    private static final int STILL = 50;

    private final List<DeadLetter> letters = new CopyOnWriteArrayList<>();
    private final List<Link> links = new CopyOnWriteArrayList<>();
    private ActorSystem system;
    private RawPeer peer;
    private Link link;
    private Target target;

    /** What the peer claims to have. */
    public interface Target {
        Promise<Integer> ask(int number);

        Promise<Integer> weigh(byte[] bytes);

        void put(byte[] bytes);
    }

    private void start(Encoding encoding) throws IOException {
        system = ActorSystem.builder()
                .name("caller")
                .listener(new SystemListener() {
                    @Override
                    public void onDeadLetter(DeadLetter letter) {
                        letters.add(letter);
                    }
                })
                .start();
        LinkLimits limits =
                LinkLimits.defaults().frames(new FrameLimits(MOST, 64)).heartbeat(Duration.ofMinutes(5));
        Remoting remoting = Remoting.on(system, RemotingConfig.production().limits(limits));
        remoting.onLink(links::add);
        int port = remoting.listen("tcp://127.0.0.1:0").await(LIMIT).address().port();
        peer = RawPeer.agreed(port, encoding);
        peer.send(new Frame.Hello(Map.of(
                "name",
                "raw",
                "features",
                "streams,watch,nak,request,pause,pieces",
                "maxFrame",
                Integer.toString(MOST),
                "memory",
                Integer.toString(MOST))));
        Await.until("the link is up", LIMIT, () -> !links.isEmpty());
        link = links.get(0);
        target = link.lookup("target", Target.class);
    }

    @AfterEach
    void close() throws IOException {
        peer.close();
        system.close();
    }

    private static LinkLostException lost(Promise<Integer> call) {
        return (LinkLostException) catchThrowable(() -> call.await(LIMIT));
    }

    private void awaitStandstill() {
        AtomicInteger still = new AtomicInteger();
        AtomicLong last = new AtomicLong(-1);
        Await.until("nothing moves any more", LIMIT, () -> {
            long now = link.stats().framesOut();
            return last.getAndSet(now) == now ? still.incrementAndGet() == STILL : still.getAndSet(0) < 0;
        });
    }

    private void cut() throws IOException {
        peer.socket().setSoLinger(true, 0);
        peer.close();
    }

    /** The link is well, but the deadline of one call passes after it was sent, that of the other one before. */
    @ParameterizedTest
    @SomeEncodings
    void shouldNotHaveExecutedWhatWasStillToBeSentAtItsDeadline(Encoding encoding) throws IOException {
        start(encoding);
        Promise<Integer> sent = target.ask(1);
        peer.await(Frame.Call.class, any -> true);
        peer.send(new Frame.Named("target", 7), new Frame.Pause(Frame.Nak.Scope.TARGET, 7, true), new Frame.Ping(77));
        peer.await(Frame.Pong.class, pong -> pong.token() == 77);
        Promise<Integer> waiting = target.ask(2);
        CallTimeoutException late = expired(sent);
        assertThat(late.maybeExecuted()).isTrue();
        assertThat(late).hasMessageContaining("sent over the link: ");
        CallTimeoutException never = expired(waiting);
        assertThat(never.maybeExecuted()).isFalse();
        assertThat(never).hasMessageContaining("waiting to be sent over the link: ");
        peer.send(new Frame.Pause(Frame.Nak.Scope.TARGET, 7, false), new Frame.Ping(78));
        assertThat(peer.await(Frame.class, frame -> frame instanceof Frame.Call || frame instanceof Frame.Pong))
                .isInstanceOf(Frame.Pong.class);
    }

    private static CallTimeoutException expired(Promise<Integer> call) {
        return (CallTimeoutException)
                catchThrowable(() -> call.timeout(Duration.ofMillis(100)).await(LIMIT));
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldNotHaveExecutedWhatIsCalledAfterTheGoodbyeOfThePeer(Encoding encoding) throws IOException {
        start(encoding);
        Promise<Integer> before = target.ask(1);
        peer.await(Frame.Call.class, any -> true);
        peer.send(new Frame.Goodbye("done"));
        peer.awaitEnd(); // of what this side sends; the socket itself is still open
        Promise<Integer> after = target.ask(2);
        link.stats(); // what is asked of the loop comes behind the call
        peer.close();
        assertThat(lost(before).maybeExecuted()).isTrue();
        assertThat(lost(after).maybeExecuted()).isFalse();
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldNotHaveExecutedWhatHasLeftInPart(Encoding encoding) throws IOException {
        start(encoding);
        Promise<Integer> small = target.ask(1);
        peer.await(Frame.Call.class, any -> true);
        Promise<Integer> huge = target.weigh(new byte[HUGE]);
        peer.await(Frame.Fragment.class, any -> true); // has begun
        awaitStandstill();
        cut();
        assertThat(lost(huge).maybeExecuted()).isFalse();
        assertThat(lost(small).maybeExecuted()).isTrue();
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldTellOfMessagesThatHaveLeftInPart(Encoding encoding) throws IOException {
        start(encoding);
        target.put(new byte[HUGE]);
        peer.await(Frame.Fragment.class, any -> true);
        awaitStandstill();
        assertThat(letters).isEmpty();
        cut();
        Await.until("there is a dead letter", LIMIT, () -> !letters.isEmpty());
        assertThat(letters).singleElement().satisfies(letter -> {
            assertThat(letter.reason()).isEqualTo(DeadLetter.Reason.LINK_LOST);
            assertThat(letter.method()).contains("put");
        });
    }

    /** The last word of a side that closes comes behind all pieces of what was under way. */
    @ParameterizedTest
    @SomeEncodings
    void shouldSayGoodbyeBehindWhatLeavesInPieces(Encoding encoding) throws IOException {
        start(encoding);
        target.put(new byte[HUGE]);
        Frame.Fragment first = peer.await(Frame.Fragment.class, any -> true);
        long left = (long) first.size() - first.bytes().remaining();
        awaitStandstill();
        link.close();
        for (Frame next = peer.next(); !(next instanceof Frame.Goodbye); next = peer.next()) {
            left -= next instanceof Frame.Fragment piece ? piece.bytes().remaining() : 0;
            if (next instanceof Frame.Ping ping) {
                peer.send(new Frame.Pong(ping.token())); // it has read what came before
            }
        }
        assertThat(left).isZero();
    }
}
