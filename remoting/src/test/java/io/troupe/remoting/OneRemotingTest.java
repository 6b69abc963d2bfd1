// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.error.LinkRefusedException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.net.transport.Address;
import io.troupe.net.transport.Connection;
import io.troupe.net.transport.ConnectionListener;
import io.troupe.net.transport.Listener;
import io.troupe.net.transport.Transport;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkState;
import io.troupe.remoting.topic.TopicConfig;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A system has one remoting. */
class OneRemotingTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final ActorSystem there = ActorSystem.start("there");
    private final ActorSystem here = ActorSystem.start("here");

    public static class Clock extends Actor<Clock> {
        public Promise<Integer> hour() {
            return Promise.of(7);
        }
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    @Test
    void shouldExposeAndListenOnTheSameWhoeverAsksForIt() {
        Remoting.on(there).expose("clock", there.spawn(Clock.class, Clock::new));
        String address = Remoting.on(there)
                .listen("inproc://one-remoting")
                .await(LIMIT)
                .address()
                .toString();
        Clock clock = Remoting.on(here).connect(address).await(LIMIT).lookup("clock", Clock.class);
        assertThat(clock.hour().await(LIMIT)).isEqualTo(7);
    }

    @Test
    void shouldNameTheArgumentThatIsNull() {
        Remoting remoting = Remoting.on(there);
        Clock clock = there.spawn(Clock.class, Clock::new);
        assertNull("only", () -> remoting.expose("clock", clock, (String) null));
        assertNull("only", () -> remoting.expose("clock", clock, (String[]) null));
        assertNull("reference", () -> remoting.expose("clock", null));
        assertNull("name", () -> remoting.expose(null, clock));
        assertNull("name", () -> remoting.unexpose(null));
    }

    private static void assertNull(String name, ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(name);
    }

    @Test
    void shouldBeTheSameForAnEqualConfiguration() {
        Remoting first = Remoting.on(here, RemotingConfig.production());
        assertThat(Remoting.on(here, RemotingConfig.production())).isSameAs(first);
        assertThat(Remoting.on(here)).isSameAs(first);
        assertThat(Remoting.on(there)).isNotSameAs(first);
    }

    @Test
    void shouldRefuseASecondConfiguration() {
        Remoting first = Remoting.on(here, RemotingConfig.production());
        assertThatThrownBy(() -> Remoting.on(here, RemotingConfig.production().reconnect(false)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("a system must have one remoting with one configuration: system=here, config=");
        assertThat(Remoting.on(here)).isSameAs(first);
    }

    @Test
    void shouldBeginAnewWhenItWasClosed() {
        Remoting first = Remoting.on(here);
        first.close();
        Remoting second = Remoting.on(here, RemotingConfig.production().reconnect(false));
        assertThat(second).isNotSameAs(first);
        first.close();
        assertThat(Remoting.on(here)).isSameAs(second);
    }

    /** Counts how often it is closed. */
    private static final class CountedTransport implements Transport {
        private final AtomicInteger closed = new AtomicInteger();

        @Override
        public Promise<Connection> connect(Address address, ConnectionListener listener) {
            throw new AssertionError("nobody dials");
        }

        @Override
        public Promise<Listener> listen(Address address, Supplier<? extends ConnectionListener> listeners) {
            throw new AssertionError("nobody listens");
        }

        @Override
        public void close() {
            closed.incrementAndGet();
        }
    }

    @Test
    void shouldNotBeClosedAgainWithItsSystem() {
        CountedTransport first = new CountedTransport();
        Remoting.on(here, RemotingConfig.production(), first).close();
        CountedTransport second = new CountedTransport();
        Remoting.on(here, RemotingConfig.production(), second);
        assertThat(second.closed).hasValue(0);
        here.close();
        assertThat(first.closed).as("the system has forgotten the first one").hasValue(1);
        assertThat(second.closed).hasValue(1);
    }

    @Test
    void shouldNotBeClosedOnItsLoopWhichWouldWaitForItself() {
        Remoting remoting = Remoting.on(there);
        CompletablePromise<List<String>> told = new CompletablePromise<>();
        remoting.onLink(link -> told.complete(List.of(refusal(remoting::close), refusal(there::close))));
        String address = remoting.listen("inproc://loop").await(LIMIT).address().toString();
        Link link = Remoting.on(here).connect(address).await(LIMIT);
        assertThat(told.await(LIMIT))
                .containsExactly(
                        "close must not be called on the loop of a link, it would wait for itself: system=there;"
                                + " let another thread close the remoting",
                        "close must not be called on the loop of a link, it would wait for itself: system=there;"
                                + " let another thread close the system");
        assertThat(link.state()).isEqualTo(LinkState.UP);
    }

    private static String refusal(Runnable close) {
        try {
            close.run();
            return "closed";
        } catch (IllegalStateException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void shouldOfferNothingWhenItIsClosed() {
        Clock clock = here.spawn(Clock.class, Clock::new);
        Remoting remoting = Remoting.on(here);
        remoting.close();
        refused("exposed", () -> remoting.expose("clock", clock));
        refused("topic", () -> remoting.topic("clock", String.class, TopicConfig.defaults()));
        refused("published", () -> remoting.publish("clock", String.class, subscriber -> {}));
        refused("accepted", () -> remoting.accept("clock", String.class, String.class, sink -> sink));
        assertThatThrownBy(() -> remoting.listen("inproc://closed").await(LIMIT))
                .isInstanceOf(LinkRefusedException.class)
                .hasMessageContaining("a closed transport does not listen");
        Remoting.on(here).expose("clock", clock);
    }

    private static void refused(String offered, ThrowableAssert.ThrowingCallable offer) {
        assertThatThrownBy(offer)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("remoting must not be closed: system=here, " + offered + "=clock");
    }

    @Test
    void shouldNotBeginAnewOnAClosedSystem() {
        Remoting.on(here).close();
        here.close();
        assertThatThrownBy(() -> Remoting.on(here))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("must not be closing: system=here");
    }
}
