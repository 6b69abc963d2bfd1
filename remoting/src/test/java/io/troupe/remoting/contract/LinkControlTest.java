// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.error.LinkRefusedException;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.link.DialConfig;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkLimits;
import io.troupe.remoting.link.LinkLoss;
import io.troupe.remoting.link.LinkState;
import io.troupe.testkit.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What users may do with links: make them patiently, tell them apart, hurry them, end them at once. */
class LinkControlTest {
    private static final Duration LIMIT = Node.LIMIT;
    private static final DialConfig PATIENT = DialConfig.defaults();

    private final Node there = Node.start("there");
    private final Node here = Node.start("here", config -> config.dial(PATIENT));

    public static class Desk extends Actor<Desk> {
        private final CompletablePromise<Integer> never = new CompletablePromise<>();

        public Promise<Integer> one() {
            return Promise.of(1);
        }

        public Promise<Integer> never() {
            return never;
        }
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    // ---- the first link ------------------------------------------------------------------------------------------

    @Test
    void shouldDialTheFirstLinkAgainUntilItIsThere() throws IOException {
        String address = "tcp://127.0.0.1:" + freePort();
        Promise<Link> first = here.remoting.connect(address);
        Link dialled = here.remoting.links().get(0);
        Await.until("an attempt has failed", LIMIT, () -> dialled.lastLoss() != null);
        assertThat(first.isSettled()).isFalse();
        there.listen(address);
        assertThat(first.await(LIMIT)).isSameAs(dialled);
        assertThat(dialled.lastLoss().reason()).isEqualTo(LinkLoss.Reason.UNREACHABLE);
    }

    @Test
    void shouldSayWhyThereIsNoFirstLinkSoFar() throws IOException {
        String address = "tcp://127.0.0.1:" + freePort();
        Promise<Link> first = here.remoting.connect(address);
        Link dialled = here.remoting.links().get(0);
        Await.until("an attempt has failed", LIMIT, () -> dialled.lastLoss() != null);
        assertThatThrownBy(() -> first.await(Duration.ofMillis(1)))
                .isInstanceOf(CallTimeoutException.class)
                .hasMessageContaining("state=dialling, address=" + address + ", lastAttempt=")
                .hasMessageContaining("refused");
    }

    @Test
    void shouldGiveUpTheFirstLinkInTime() throws IOException {
        String address = "tcp://127.0.0.1:" + freePort();
        try (Node hasty = Node.start("hasty", config -> config.dial(PATIENT.firstWithin(Duration.ofMillis(300))))) {
            assertThatThrownBy(() -> hasty.connect(address))
                    .isInstanceOf(LinkRefusedException.class)
                    .hasMessageContaining(address)
                    .hasMessageContaining("refused");
            assertThat(hasty.remoting.links()).isEmpty();
        }
    }

    /** The time for the first link is longer than that of the test. */
    @Test
    void shouldNotDialAgainWhatIsRefusedForGood() {
        String address = there.listen(Way.TCP, Encoding.BINARY);
        assertThatThrownBy(() -> here.connect(address, Encoding.JSON)).hasMessageContaining("no common codec");
        String secure = there.listen(Way.TCP).replace("tcp", "tls");
        assertThatThrownBy(() -> here.connect(secure)).hasMessageContaining("TLS");
    }

    @Test
    void shouldWaitForAGreetingAsLongAsIsSaid() throws IOException {
        Duration limit = Duration.ofMillis(50);
        DialConfig config = PATIENT.once().greetingWithin(limit);
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Node hasty = Node.start("hasty", all -> all.dial(config))) {
            assertThatThrownBy(() -> hasty.connect("tcp://127.0.0.1:" + silent.getLocalPort()))
                    .hasMessageContaining("has not said its first line in time: greetingWithin=" + limit);
        }
    }

    /** Whoever dials again and again would do so for half a minute. */
    @Test
    void shouldNotDialWhenRemotingIsClosed() throws IOException {
        String address = "tcp://127.0.0.1:" + freePort();
        here.remoting.close();
        assertThatThrownBy(() -> here.connect(address))
                .isInstanceOf(LinkRefusedException.class)
                .hasMessage("no link could be made: address=" + address + ", cause=remoting is closed");
        here.close();
        assertThatThrownBy(() -> here.connect(address)).isInstanceOf(LinkRefusedException.class);
    }

    @Test
    void shouldKeepALinkWhateverAListenerThrows() {
        there.remoting.expose("desk", there.system.spawn(Desk.class, Desk::new));
        List<Link> told = new ArrayList<>();
        there.remoting.onLink(link -> {
            throw new IllegalStateException("on purpose");
        });
        there.remoting.onLink(told::add);
        Link link = here.connect(there.listen(Way.TCP));
        assertThat(link.lookup("desk", Desk.class).one().await(LIMIT)).isEqualTo(1);
        assertThat(told).hasSize(1);
    }

    // ---- again ---------------------------------------------------------------------------------------------------

    /** Forty pauses would take more than a minute. */
    @Test
    void shouldDialAtOnceWhenTold() {
        Link link = here.connect(there.listen(Way.TCP));
        AtomicInteger attempts = new AtomicInteger();
        link.onChange((state, why) -> {
            if (state == LinkState.CONNECTING) {
                attempts.incrementAndGet();
            }
        });
        there.close();
        Await.until("forty attempts were made", LIMIT, () -> {
            link.redialNow();
            return attempts.get() >= 40;
        });
    }

    // ---- which one -----------------------------------------------------------------------------------------------

    @Test
    void shouldHoldLinksOfDifferentLanesApart() {
        String address = there.listen(Way.TCP);
        Link usual = here.connect(address);
        Link bulk = here.remoting.connectLane("bulk", address).await(LIMIT);
        assertThat(bulk).isNotSameAs(usual);
        assertThat(bulk.lane()).isEqualTo("bulk");
        assertThat(usual.lane()).isEmpty();
        assertThat(here.remoting.connectLane("bulk", address).await(LIMIT)).isSameAs(bulk);
        assertThat(here.connect(address)).isSameAs(usual);
        bulk.close();
        Await.until("it has ended", LIMIT, () -> bulk.state() == LinkState.CLOSED);
        assertThat(usual.state()).isEqualTo(LinkState.UP);
    }

    @Test
    void shouldKnowWhoIsAtTheOtherEnd() {
        Link secure = here.connect(there.listen(Way.TLS));
        Link plain = here.connect(there.listen(Way.TCP));
        assertThat(secure.identity().name()).isEqualTo("there");
        assertThat(secure.identity().certificate().getSubjectX500Principal().getName())
                .isEqualTo("CN=node");
        assertThat(plain.identity().certificate()).isNull();
        assertThat(plain.identity().id())
                .isNotEmpty()
                .isEqualTo(secure.identity().id());
        Link back = there.lastAccepted();
        assertThat(back.identity().name()).isEqualTo("here");
        assertThat(back.identity().id())
                .isNotEmpty()
                .isNotEqualTo(plain.identity().id());
    }

    // ---- the end -------------------------------------------------------------------------------------------------

    @Test
    void shouldFailAllCallsAtOnceWhenCut() {
        there.remoting.expose("desk", there.system.spawn(Desk.class, Desk::new));
        Link link = here.connect(there.listen(Way.TCP));
        Link back = there.lastAccepted();
        Desk desk = link.lookup("desk", Desk.class);
        List<Promise<Integer>> calls = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            calls.add(desk.never());
        }
        Await.until("all were sent", LIMIT, () -> link.stats().streams() >= 100);
        link.cut();
        for (Promise<Integer> call : calls) {
            assertThatThrownBy(() -> call.await(LIMIT))
                    .isInstanceOfSatisfying(LinkLostException.class, e -> assertThat(e.maybeExecuted())
                            .isTrue());
        }
        Await.until("it has ended", LIMIT, () -> link.state() == LinkState.CLOSED);
        assertThat(link.lastLoss().reason()).isEqualTo(LinkLoss.Reason.CUT);
        Await.until("the other side has noticed", LIMIT, () -> back.state() == LinkState.CLOSED);
        assertThat(back.lastLoss().reason()).isEqualTo(LinkLoss.Reason.RESET);
        assertThat(here.remoting.links()).isEmpty();
    }

    @Test
    void shouldCutALinkThatIsBeingMade() throws IOException {
        Promise<Link> first = here.remoting.connect("tcp://127.0.0.1:" + freePort());
        here.remoting.links().get(0).cut();
        assertThatThrownBy(() -> first.await(LIMIT)).isInstanceOf(LinkRefusedException.class);
        assertThat(here.remoting.links()).isEmpty();
    }

    @Test
    void shouldSayAsDataWhyALinkHasEnded() {
        Link link = here.connect(there.listen(Way.TCP));
        Link back = there.lastAccepted();
        link.close();
        Await.until("both have ended", LIMIT, () -> ended(link) && ended(back));
        assertThat(link.lastLoss().reason()).isEqualTo(LinkLoss.Reason.CLOSED);
        assertThat(back.lastLoss().reason()).isEqualTo(LinkLoss.Reason.LEFT);
    }

    private static boolean ended(Link link) {
        return link.state() == LinkState.CLOSED;
    }

    @Test
    void shouldSayThatAPeerHasGoneWithoutAWord() throws IOException {
        try (ServerSocket peer = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Promise<Link> first = here.remoting.connect("tcp://127.0.0.1:" + peer.getLocalPort());
            Link link = here.remoting.links().get(0);
            try (Socket accepted = peer.accept()) {
                assertThat(accepted.getInputStream().read()).isEqualTo('T'); // its greeting
                accepted.setSoLinger(true, 0);
            }
            Await.until("its end was noticed", LIMIT, () -> link.lastLoss() != null);
            assertThat(link.lastLoss().reason()).isEqualTo(LinkLoss.Reason.RESET);
            assertThat(first.isSettled()).isFalse();
        }
    }

    /** What one of them throws must not keep the end from the others and from the link itself. */
    @Test
    void shouldTellAllOfTheEndWhateverACallbackThrows() {
        there.remoting.expose("desk", there.system.spawn(Desk.class, Desk::new));
        there.remoting.accept("items", Integer.class, Integer.class, out -> Callback.of(item -> {}));
        Link link = here.connect(there.listen(Way.TCP));
        List<Promise<Integer>> calls = new ArrayList<>();
        Desk desk = link.lookup("desk", Desk.class);
        for (int i = 0; i < 10; i++) {
            link.open("items", Integer.class, Integer.class, new ThrowingCallback());
            calls.add(desk.never());
        }
        Await.until("all were sent", LIMIT, () -> link.stats().streams() >= 20);
        there.stopListening();
        there.lastAccepted().close();
        Await.until("the link is down", LIMIT, () -> link.state() != LinkState.UP);
        for (Promise<Integer> call : calls) {
            assertThatThrownBy(() -> call.await(LIMIT)).isInstanceOf(LinkLostException.class);
        }
    }

    private static final class ThrowingCallback implements Callback<Integer> {
        private final CompletablePromise<Void> ended = new CompletablePromise<>();

        @Override
        public void item(Integer value) {}

        @Override
        public void end() {}

        @Override
        public void fail(Throwable cause) {
            throw new IllegalStateException("on purpose");
        }

        @Override
        public boolean isEnded() {
            return false;
        }

        @Override
        public Promise<Void> ended() {
            return ended;
        }
    }

    @Test
    void shouldRefuseLimitsThatMakeNoSense() {
        LinkLimits all = LinkLimits.defaults();
        Duration forever = ChronoUnit.FOREVER.getDuration();
        for (Duration heartbeat : List.of(Duration.ofMillis(9), forever)) {
            assertThatThrownBy(() -> all.heartbeat(heartbeat))
                    .hasMessage("heartbeat must be from 10 ms to a day: heartbeat=" + heartbeat);
        }
        assertThatThrownBy(() -> here.remoting.drain(Duration.ofDays(2), "", ""))
                .hasMessage("limit must be from 0 to a day: limit=PT48H");
    }

    @Test
    void shouldSayByWhatItMovesBytes() {
        assertThat(here.remoting.transport()).matches("(epoll|kqueue|NIO), .+, Netty 4\\..+");
    }
}
