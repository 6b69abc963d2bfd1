// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static io.troupe.sp.Meeting.LIMIT;
import static io.troupe.sp.Meeting.dial;
import static io.troupe.sp.Meeting.dropped;
import static io.troupe.sp.Meeting.fails;
import static io.troupe.sp.Meeting.fresh;
import static io.troupe.sp.Meeting.join;
import static io.troupe.sp.Meeting.nothing;
import static io.troupe.sp.Meeting.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.promise.Promise;
import io.troupe.sp.Wires.Wire;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.SendingSocket;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SubContext;
import io.troupe.sp.socket.SubSocket;
import io.troupe.testkit.Await;
import java.time.Duration;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** PUB and SUB over each transport. */
@Timeout(60)
class PublishContractTest {
    private static final String WIRES = "io.troupe.sp.Wires#all";

    private static void publish(SendingSocket pub, String... texts) {
        for (String text : texts) {
            pub.send(SpMessage.of(text));
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldReceiveWhatBeginsWithASubscription(Wire wire) {
        try (SendingSocket pub = Sockets.pub(wire.options());
                SubSocket sub = Sockets.sub(wire.options())) {
            join(pub, sub, wire);
            sub.subscribe("news.");
            sub.subscribe("weather");
            publish(pub, "sports.1", "news.1", "new", "", "weather", "news.2");
            assertThat(text(sub)).isEqualTo("news.1");
            assertThat(text(sub)).isEqualTo("weather");
            assertThat(text(sub)).isEqualTo("news.2");
            assertThat(sub.stats().dropped(DropReason.UNSUBSCRIBED)).isEqualTo(3);
            assertThat(sub.stats().received()).isEqualTo(3);
            assertThat(pub.stats().sent()).isEqualTo(6);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldReceiveEverythingWithTheEmptyPrefix(Wire wire) {
        try (SendingSocket pub = Sockets.pub(wire.options());
                SubSocket sub = Sockets.sub(wire.options())) {
            join(pub, sub, wire);
            sub.subscribe("");
            publish(pub, "a", "", "b");
            assertThat(text(sub)).isEqualTo("a");
            assertThat(text(sub)).isEmpty();
            assertThat(text(sub)).isEqualTo("b");
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldReachAllSubscribersWithoutWaitingForSlowOnes(Wire wire) {
        int many = 50;
        try (SendingSocket pub = Sockets.pub(wire.options());
                SubSocket slow =
                        Sockets.sub(wire.options().toBuilder().receiveBuffer(1).build());
                SubSocket quick = Sockets.sub(wire.options())) {
            String uri = pub.listen(fresh(wire)).uri();
            dial(pub, slow, uri);
            dial(pub, quick, uri);
            slow.subscribe("");
            quick.subscribe("");
            for (int i = 0; i < many; i++) {
                publish(pub, "n" + i);
            }
            for (int i = 0; i < many; i++) {
                assertThat(text(quick)).isEqualTo("n" + i);
            }
            dropped(slow, DropReason.RECEIVE_QUEUE_FULL, many - 1);
            assertThat(text(slow)).isEqualTo("n" + (many - 1));
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldDropTheOldestOfAFullQueue(Wire wire) {
        try (SendingSocket pub = Sockets.pub(wire.options());
                SubSocket sub =
                        Sockets.sub(wire.options().toBuilder().receiveBuffer(3).build())) {
            join(pub, sub, wire);
            sub.subscribe("");
            publish(pub, "1", "2", "3", "4", "5");
            dropped(sub, DropReason.RECEIVE_QUEUE_FULL, 2);
            assertThat(text(sub)).isEqualTo("3");
            assertThat(text(sub)).isEqualTo("4");
            assertThat(text(sub)).isEqualTo("5");
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldDropTheNewestOfAFullQueueIfToldSo(Wire wire) {
        SocketOptions options =
                wire.options().toBuilder().receiveBuffer(3).preferNew(false).build();
        try (SendingSocket pub = Sockets.pub(wire.options());
                SubSocket sub = Sockets.sub(options)) {
            join(pub, sub, wire);
            sub.subscribe("");
            publish(pub, "1", "2", "3", "4", "5");
            dropped(sub, DropReason.RECEIVE_QUEUE_FULL, 2);
            assertThat(text(sub)).isEqualTo("1");
            assertThat(text(sub)).isEqualTo("2");
            assertThat(text(sub)).isEqualTo("3");
            nothing(sub);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldForgetWhatNoLongerMatches(Wire wire) {
        try (SendingSocket pub = Sockets.pub(wire.options());
                SubSocket sub = Sockets.sub(wire.options())) {
            join(pub, sub, wire);
            sub.subscribe("a");
            sub.subscribe("ab");
            sub.subscribe("c");
            publish(pub, "ab1", "c1", "a1", "ab2", "c2", "end");
            dropped(sub, DropReason.UNSUBSCRIBED, 1);
            sub.unsubscribe("a");
            assertThat(sub.stats().dropped(DropReason.UNSUBSCRIBED)).isEqualTo(2);
            sub.unsubscribe("c");
            assertThat(sub.stats().dropped(DropReason.UNSUBSCRIBED)).isEqualTo(4);
            assertThat(text(sub)).isEqualTo("ab1");
            assertThat(text(sub)).isEqualTo("ab2");
            nothing(sub);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldCountSubscriptions(Wire wire) {
        try (SendingSocket pub = Sockets.pub(wire.options());
                SubSocket sub = Sockets.sub(wire.options())) {
            join(pub, sub, wire);
            sub.subscribe("x");
            sub.subscribe("x");
            sub.unsubscribe("x");
            publish(pub, "x1");
            assertThat(text(sub)).isEqualTo("x1");
            sub.unsubscribe("x");
            publish(pub, "x2");
            dropped(sub, DropReason.UNSUBSCRIBED, 1);
            fails(SpError.STATE, () -> sub.unsubscribe("x"));
            assertThatThrownBy(() -> sub.unsubscribe("other")).hasMessageContaining("prefix=other");
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldServeEachContextWhatItWants(Wire wire) {
        try (SendingSocket pub = Sockets.pub(wire.options());
                SubSocket sub = Sockets.sub(wire.options());
                SubContext both = sub.context();
                SubContext other = sub.context()) {
            join(pub, sub, wire);
            sub.subscribe("a");
            both.subscribe("a");
            both.subscribe("b");
            other.subscribe("c");
            publish(pub, "a1", "b1", "c1", "d1");
            assertThat(text(both)).isEqualTo("a1");
            assertThat(text(both)).isEqualTo("b1");
            assertThat(text(sub)).isEqualTo("a1");
            try (SpMessage message = other.receive(LIMIT)) {
                assertThat(message.text()).isEqualTo("c1");
                assertThat(message.pipe()).isEqualTo(sub.pipes().get(0).id());
            }
            dropped(sub, DropReason.UNSUBSCRIBED, 1);
            nothing(sub);
            nothing(both);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldEndWhatWaitsInAContext(Wire wire) {
        try (SendingSocket pub = Sockets.pub(wire.options());
                SubSocket sub = Sockets.sub(wire.options())) {
            join(pub, sub, wire);
            SubContext first = sub.context();
            SubContext second = sub.context();
            Promise<SpMessage> waiting = first.receiveLater();
            Promise<SpMessage> later = second.receiveLater();
            first.close();
            fails(SpError.CLOSED, () -> waiting.await(LIMIT));
            fails(SpError.CLOSED, () -> first.subscribe("a"));
            assertThat(later.isSettled()).isFalse();
            second.subscribe("");
            publish(pub, "on");
            try (SpMessage message = later.await(LIMIT)) {
                assertThat(message.text()).isEqualTo("on");
            }
            sub.close(LIMIT);
            fails(SpError.CLOSED, () -> second.receive(LIMIT));
            fails(SpError.CLOSED, sub::context);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldReceiveEverythingRaw(Wire wire) {
        try (DuplexSocket pub = Raw.pub(wire.options());
                DuplexSocket sub = Raw.sub(wire.options())) {
            join(pub, sub, wire);
            publish(pub, "a", "b");
            assertThat(text(sub)).isEqualTo("a");
            assertThat(text(sub)).isEqualTo("b");
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldReachThoseWhoJoinAndForgetThoseWhoLeave(Wire wire) {
        try (SendingSocket pub = Sockets.pub(wire.options());
                SubSocket sub = Sockets.sub(wire.options())) {
            publish(pub, "nobody");
            assertThat(pub.stats().dropped(DropReason.NO_PEER)).isEqualTo(1);
            assertThat(pub.stats().sent()).isZero();
            join(pub, sub, wire);
            sub.subscribe("");
            publish(pub, "one");
            assertThat(text(sub)).isEqualTo("one");
            sub.close(LIMIT);
            Await.until("the subscriber is gone", LIMIT, () -> pub.pipes().isEmpty());
            publish(pub, "again nobody");
            assertThat(pub.stats().dropped(DropReason.NO_PEER)).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldRefuseWhatTheProtocolHasNot(Wire wire) {
        SendingSocket lonely =
                Sockets.pub(wire.options().toBuilder().failNoPeers(true).build());
        try (SpMessage message = SpMessage.of("x");
                SubSocket sub = Sockets.sub(
                        wire.options().toBuilder().receiveTimeout(Duration.ZERO).build())) {
            fails(SpError.NO_PEERS, () -> lonely.send(message));
            fails(SpError.TIMED_OUT, sub::receive);
            lonely.close();
            fails(SpError.CLOSED, () -> lonely.send(message));
            fails(SpError.CLOSED, () -> lonely.sendLater(SpMessage.of("y")).await(LIMIT));
        }
        try (DuplexSocket pub = Raw.pub(wire.options());
                DuplexSocket sub = Raw.sub(wire.options());
                SpMessage message = SpMessage.of("x")) {
            fails(SpError.NOT_SUPPORTED, pub::receive);
            fails(SpError.NOT_SUPPORTED, () -> sub.send(message));
        }
    }
}
