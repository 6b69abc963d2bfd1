// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static io.troupe.sp.Meeting.LIMIT;
import static io.troupe.sp.Meeting.dial;
import static io.troupe.sp.Meeting.fails;
import static io.troupe.sp.Meeting.fresh;
import static io.troupe.sp.Meeting.join;
import static io.troupe.sp.Meeting.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.sp.Wires.Wire;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.ReceivingSocket;
import io.troupe.sp.socket.SendingSocket;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SubSocket;
import io.troupe.testkit.Await;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Devices over each transport. */
@Timeout(60)
class DeviceContractTest {
    private static final String WIRES = "io.troupe.sp.Wires#all";

    /** Puts so many PAIR1 devices between two sockets; returns them. */
    private static List<Device> chain(DuplexSocket left, DuplexSocket right, int length, Wire wire) {
        List<Device> devices = new ArrayList<>();
        DuplexSocket end = left;
        for (int i = 0; i < length; i++) {
            DuplexSocket near = Raw.pair1(wire.options());
            DuplexSocket far = Raw.pair1(wire.options());
            devices.add(Devices.forward(near, far));
            join(near, end, wire);
            end = far;
        }
        join(right, end, wire);
        return devices;
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldForwardBothWaysThroughAChain(Wire wire) {
        try (DuplexSocket left = Sockets.pair1(wire.options());
                DuplexSocket right = Sockets.pair1(wire.options())) {
            List<Device> devices = chain(left, right, 3, wire);
            for (int i = 0; i < 100; i++) {
                left.send(SpMessage.of("there " + i));
                assertThat(text(right)).isEqualTo("there " + i);
                right.send(SpMessage.of("back " + i));
                assertThat(text(left)).isEqualTo("back " + i);
            }
            for (Device device : devices) {
                Await.until("all is counted", LIMIT, () -> device.forwarded() == 200);
                device.close();
                assertThat(device.failed()).isZero();
            }
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldEndAChainThatIsTooLong(Wire wire) {
        try (DuplexSocket left = Sockets.pair1(wire.options());
                DuplexSocket right =
                        Sockets.pair1(wire.options().toBuilder().ttl(3).build())) {
            List<Device> devices = chain(left, right, 3, wire);
            left.send(SpMessage.of("four hops"));
            Meeting.dropped(right, DropReason.TTL, 1);
            right.send(SpMessage.of("others count to eight"));
            assertThat(text(left)).isEqualTo("others count to eight");
            devices.forEach(Device::close);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldStopWhatGoesRoundInALoop(Wire wire) {
        DuplexSocket entry = Raw.pair1Poly(wire.options());
        DuplexSocket exit = Raw.pair1(wire.options());
        DuplexSocket second = Raw.pair1(wire.options());
        DuplexSocket third = Raw.pair1(wire.options());
        try (DuplexSocket client = Sockets.pair1(wire.options());
                Device one = Devices.forward(entry, exit);
                Device two = Devices.forward(second, third)) {
            String uri = entry.listen(fresh(wire)).uri();
            join(exit, second, wire);
            dial(entry, third, uri);
            dial(entry, client, uri);
            client.send(SpMessage.of("round and round"));
            Await.until(
                    "it was dropped",
                    LIMIT,
                    () -> entry.stats().dropped(DropReason.TTL) + second.stats().dropped(DropReason.TTL) == 1);
            // Enters with 1, passes a device with each further hop, and is dropped when it arrives with 9. A device
            // counts after it has sent, so the last hop may be counted after its message was dropped.
            Await.until("all is counted", LIMIT, () -> one.forwarded() + two.forwarded() >= 8);
            assertThat(one.forwarded() + two.forwarded()).isEqualTo(8);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldForwardPublicationsOneWay(Wire wire) {
        DuplexSocket rawSub = Raw.sub(wire.options());
        DuplexSocket rawPub = Raw.pub(wire.options());
        try (SendingSocket pub = Sockets.pub(wire.options());
                SubSocket sub = Sockets.sub(wire.options());
                Device device = Devices.forward(rawPub, rawSub)) {
            join(pub, rawSub, wire);
            join(rawPub, sub, wire);
            sub.subscribe("b");
            for (String text : List.of("a", "b", "c", "b2")) {
                pub.send(SpMessage.of(text));
            }
            assertThat(text(sub)).isEqualTo("b");
            assertThat(text(sub)).isEqualTo("b2");
            Await.until("all is counted", LIMIT, () -> device.forwarded() == 4);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldForwardWorkAndHoldUpThoseWhoPush(Wire wire) throws InterruptedException {
        SocketOptions small =
                wire.options().toBuilder().sendBuffer(1).receiveBuffer(1).build();
        DuplexSocket rawPull = Raw.pull(small);
        DuplexSocket rawPush = Raw.push(small);
        try (SendingSocket push = Sockets.push(small);
                ReceivingSocket pull = Sockets.pull(small);
                Device device = Devices.forward(rawPull, rawPush)) {
            join(rawPull, push, wire);
            join(pull, rawPush, wire);
            int many = 300; // of 100 kB: more than the pipes take
            Thread sender = new Thread(() -> {
                for (int i = 0; i < many; i++) {
                    push.send(SpMessage.wrap(ByteBuffer.allocate(100_000).putInt(0, i)));
                }
            });
            sender.start();
            Await.until(
                    "it has to wait",
                    LIMIT,
                    () -> sender.getState() == Thread.State.TIMED_WAITING || sender.getState() == Thread.State.WAITING);
            assertThat(push.stats().sent()).isLessThan(many);
            for (int i = 0; i < many; i++) {
                try (SpMessage message = pull.receive(LIMIT)) {
                    assertThat(message.body().getInt()).isEqualTo(i);
                }
            }
            sender.join();
            assertThat(device.failed()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldJoinBuses(Wire wire) {
        DuplexSocket left = Raw.bus(wire.options());
        DuplexSocket right = Raw.bus(wire.options());
        try (DuplexSocket a = Sockets.bus(wire.options());
                DuplexSocket b = Sockets.bus(wire.options());
                DuplexSocket c = Sockets.bus(wire.options());
                Device device = Devices.forward(left, right)) {
            join(left, a, wire);
            String uri = right.listen(fresh(wire)).uri();
            dial(right, b, uri);
            dial(right, c, uri);
            a.send(SpMessage.of("from a"));
            assertThat(text(b)).isEqualTo("from a");
            assertThat(text(c)).isEqualTo("from a");
            b.send(SpMessage.of("from b"));
            assertThat(text(a)).isEqualTo("from b");
            Await.until("all is counted", LIMIT, () -> device.forwarded() == 2);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldReflectToAllOthersOnABus(Wire wire) {
        DuplexSocket hub = Raw.bus(wire.options());
        try (DuplexSocket a = Sockets.bus(wire.options());
                DuplexSocket b = Sockets.bus(wire.options());
                Device device = Devices.reflect(hub)) {
            String uri = hub.listen(fresh(wire)).uri();
            dial(hub, a, uri);
            dial(hub, b, uri);
            a.send(SpMessage.of("from a"));
            assertThat(text(b)).isEqualTo("from a");
            b.send(SpMessage.of("from b"));
            assertThat(text(a)).isEqualTo("from b"); // and not its own before
            Await.until("all is counted", LIMIT, () -> device.forwarded() == 2);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldReflectToTheSenderOfAPair(Wire wire) {
        DuplexSocket echo = Raw.pair(wire.options());
        DuplexSocket many = Raw.pair1Poly(wire.options());
        try (DuplexSocket pair = Sockets.pair(wire.options());
                DuplexSocket one = Sockets.pair1(wire.options());
                DuplexSocket two = Sockets.pair1(wire.options());
                Device first = Devices.reflect(echo);
                Device second = Devices.reflect(many)) {
            join(echo, pair, wire);
            pair.send(SpMessage.of("hello"));
            assertThat(text(pair)).isEqualTo("hello");
            String uri = many.listen(fresh(wire)).uri();
            dial(many, one, uri);
            dial(many, two, uri);
            one.send(SpMessage.of("one"));
            assertThat(text(one)).isEqualTo("one");
            two.send(SpMessage.of("two"));
            assertThat(text(two)).isEqualTo("two");
            Await.until("all is counted", LIMIT, () -> first.forwarded() + second.forwarded() == 3);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldGoOnAfterAMessageThatCouldNotBeSent(Wire wire) {
        DuplexSocket in = Raw.pair1(wire.options());
        DuplexSocket out =
                Raw.pair1(wire.options().toBuilder().failNoPeers(true).build());
        try (DuplexSocket sender = Sockets.pair1(wire.options());
                DuplexSocket receiver = Sockets.pair1(wire.options());
                Device device = Devices.forward(in, out)) {
            join(in, sender, wire);
            sender.send(SpMessage.of("lost"));
            Await.until("it has failed", LIMIT, () -> device.failed() == 1);
            join(out, receiver, wire);
            sender.send(SpMessage.of("found"));
            assertThat(text(receiver)).isEqualTo("found");
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldEndWithEitherOfItsSockets(Wire wire) {
        DuplexSocket left = Raw.pair1(wire.options());
        DuplexSocket right = Raw.pair1(wire.options());
        try (Device device = Devices.forward(left, right)) {
            left.listen(fresh(wire));
            right.close();
            device.ended().await(LIMIT);
            fails(SpError.CLOSED, () -> left.listen(fresh(wire)));
        }
    }

    @Test
    void shouldRefuseSocketsThatCannotBeForwarded() {
        SocketOptions limited =
                SocketOptions.builder().receiveTimeout(Duration.ofSeconds(1)).build();
        try (DuplexSocket raw = Raw.pair1();
                DuplexSocket cooked = Sockets.pair1();
                DuplexSocket sub = Raw.sub();
                DuplexSocket bus = Raw.bus();
                DuplexSocket impatient = Raw.pair1(limited)) {
            assertThatThrownBy(() -> Devices.forward(raw, cooked)).hasMessageContaining("raw sockets only");
            assertThatThrownBy(() -> Devices.reflect(cooked)).hasMessageContaining("raw sockets only");
            assertThatThrownBy(() -> Devices.forward(raw, bus)).hasMessageContaining("first=PAIR1, second=BUS");
            assertThatThrownBy(() -> Devices.forward(raw, raw)).hasMessageContaining("reflect");
            assertThatThrownBy(() -> Devices.reflect(sub)).hasMessageContaining("protocol=SUB");
            assertThatThrownBy(() -> Devices.forward(raw, impatient)).hasMessageContaining("receiveTimeout=PT1S");
        }
    }
}
