// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.net.support.LeakRecorder;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkState;
import io.troupe.remoting.link.LinkStats;
import io.troupe.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** How links come, go, and come again. */
@ParameterizedClass(name = "{0} over {1}")
@MethodSource("combinations")
class LifeContractTest {
    private static final Duration LIMIT = Node.LIMIT;
    private static final int MANY = 20_000;

    @Parameter(0)
    Encoding encoding;

    @Parameter(1)
    Way way;

    private Pair pair;
    private Desk local;
    private Desk desk;

    static Stream<Arguments> combinations() {
        return Stream.of(
                arguments(Encoding.BINARY, Way.TCP),
                arguments(Encoding.JSON, Way.TLS),
                arguments(Encoding.CBOR, Way.IPC),
                arguments(Encoding.BINARY, Way.INPROC));
    }

    public static class Desk extends Actor<Desk> {
        private final CompletablePromise<Integer> never = new CompletablePromise<>();
        private int count;

        public void put(int n) {
            count++;
        }

        public Promise<Integer> count() {
            return Promise.of(count);
        }

        public Promise<Integer> never() {
            return never;
        }

        public Promise<Desk> me() {
            return Promise.of(self());
        }
    }

    @BeforeEach
    void open() {
        pair = Pair.open(encoding, way);
        local = pair.there.system.spawn(Desk.class, Desk::new);
        pair.there.remoting.expose("desk", local);
        desk = pair.link.lookup("desk", Desk.class);
    }

    @AfterEach
    void close() {
        pair.close();
    }

    @AfterAll
    static void shouldLeaveNothingBehind() {
        Await.until("no thread is left", LIMIT, () -> Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .noneMatch(
                        name -> name.startsWith("troupe-remoting-here") || name.startsWith("troupe-remoting-there")));
        assertThat(LeakRecorder.leaks()).isEmpty();
    }

    private static <T> T await(Promise<T> promise) {
        return promise.await(LIMIT);
    }

    @Test
    void shouldFailPendingCallsAtOnceWhenTheLinkIsLost() {
        assertThat(await(desk.count())).isZero();
        List<Promise<Integer>> calls = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            calls.add(desk.never());
        }
        assertThat(await(desk.count())).isZero(); // so all have come before it
        pair.back.close();
        for (Promise<Integer> call : calls) {
            assertThatThrownBy(() -> await(call))
                    .isInstanceOfSatisfying(LinkLostException.class, e -> assertThat(e.maybeExecuted())
                            .isTrue())
                    .hasMessageContaining("never");
        }
    }

    @Test
    void shouldFailCallsAndCountTellsWhileTheLinkIsDown() {
        pair.there.stopListening();
        pair.back.close();
        Await.until("the link is down", LIMIT, () -> pair.link.state() != LinkState.UP);
        assertThatThrownBy(() -> await(desk.count()))
                .isInstanceOfSatisfying(LinkLostException.class, e -> assertThat(e.maybeExecuted())
                        .isFalse());
        desk.put(1);
        assertThat(pair.here.awaitLetter(DeadLetter.Reason.LINK_LOST, "put").target())
                .endsWith("/desk");
    }

    @Test
    void shouldReleaseEverythingWhenTheLinkIsLost() {
        Desk held = await(desk.me());
        assertThat(pair.back.stats().exports()).isEqualTo(2);
        desk.never();
        Link back = pair.back;
        back.close();
        Await.until("it has ended", LIMIT, () -> back.state() == LinkState.CLOSED);
        assertThat(back.stats()).isEqualTo(LinkStats.NONE);
        assertThatThrownBy(() -> await(held.count())).isInstanceOf(LinkLostException.class);
    }

    @Test
    void shouldSendWhatWaitsBeforeItCloses() {
        for (int i = 0; i < MANY; i++) {
            desk.put(i);
        }
        pair.link.close();
        Await.until("all have come", LIMIT, () -> await(local.count()) == MANY);
        Await.until("the other side has noticed", LIMIT, () -> pair.back.state() == LinkState.CLOSED);
        Await.until("so has this one", LIMIT, () -> pair.link.state() == LinkState.CLOSED);
    }

    @Test
    void shouldSendWhatWaitsBeforeRemotingCloses() {
        for (int i = 0; i < MANY; i++) {
            desk.put(i);
        }
        pair.here.remoting.close();
        Await.until("all have come", LIMIT, () -> await(local.count()) == MANY);
        assertThatThrownBy(() -> await(desk.count())).isInstanceOf(LinkLostException.class);
    }

    @Test
    void shouldFailWhatWaitsWhenTheSystemOfTheCallerCloses() {
        Promise<Integer> call = desk.never();
        Await.until("it was sent", LIMIT, () -> pair.link.stats().streams() == 1);
        pair.here.close();
        assertThat(call.isFailed()).isTrue();
        Await.until("the other side has noticed", LIMIT, () -> pair.back.state() == LinkState.CLOSED);
    }

    @Test
    void shouldFailWhatWaitsWhenTheSystemOfTheTargetCloses() {
        Promise<Integer> call = desk.never();
        Await.until("it was sent", LIMIT, () -> pair.link.stats().streams() == 1);
        pair.there.close();
        Await.until("the call has failed", LIMIT, call::isFailed);
    }

    @Test
    void shouldConnectAgainWhenTheOtherSideHasRestarted() {
        List<LinkState> states = new CopyOnWriteArrayList<>();
        pair.link.onChange((state, why) -> states.add(state));
        Desk held = await(desk.me());
        pair.there.close();
        Await.until("the link is down", LIMIT, () -> states.contains(LinkState.DOWN));
        try (Node restarted = Node.start("restarted")) {
            restarted.remoting.expose("desk", restarted.system.spawn(Desk.class, Desk::new));
            restarted.listen(pair.address, encoding);
            Await.until("the link is up again", LIMIT, () -> pair.link.state() == LinkState.UP);
            assertThat(pair.link.peerName()).isEqualTo("restarted");
            desk.put(1);
            assertThat(await(desk.count())).isEqualTo(1);
            assertThatThrownBy(() -> await(held.count())).isInstanceOf(LinkLostException.class);
            assertThat(states).startsWith(LinkState.DOWN, LinkState.CONNECTING).endsWith(LinkState.UP);
            pair.link.close();
            Await.until("it has ended", LIMIT, () -> pair.link.state() == LinkState.CLOSED);
        }
    }

    @Test
    void shouldReturnTheSameLinkForTheSameAddressUntilItIsClosed() {
        assertThat(pair.here.connect(pair.address, encoding)).isSameAs(pair.link);
        pair.link.close();
        Link next = pair.here.connect(pair.address, encoding);
        assertThat(next).isNotSameAs(pair.link);
        assertThat(await(next.lookup("desk", Desk.class).count())).isZero();
    }

    @Test
    void shouldEndALinkThatIsNotDialledAgain() {
        try (Node other = Node.start("here2", config -> config.reconnect(false))) {
            Link link = other.connect(pair.address, encoding);
            List<String> changes = new CopyOnWriteArrayList<>();
            link.onChange((state, why) -> changes.add(state + ": " + why));
            Await.until("both are accepted", LIMIT, () -> pair.there.accepted.size() == 2);
            pair.there.lastAccepted().close();
            Await.until("its end is told", LIMIT, () -> !changes.isEmpty());
            assertThat(link.state()).isEqualTo(LinkState.CLOSED);
            Await.until("it is forgotten", LIMIT, () -> other.remoting.links().isEmpty());
            assertThat(changes).hasSize(1).first().asString().contains("closed by the application");
        }
    }
}
