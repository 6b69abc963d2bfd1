// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static io.troupe.sp.Meeting.LIMIT;
import static io.troupe.sp.Meeting.dial;
import static io.troupe.sp.Meeting.dropped;
import static io.troupe.sp.Meeting.fresh;
import static io.troupe.sp.Meeting.join;
import static io.troupe.sp.Meeting.nothing;
import static io.troupe.sp.Meeting.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.sp.Wires.Wire;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.SocketOptions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** BUS over each transport. */
@Timeout(60)
class BusContractTest {
    private static final String WIRES = "io.troupe.sp.Wires#all";

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldReachAllNeighboursButNotTheirs(Wire wire) {
        try (DuplexSocket middle = Sockets.bus(wire.options());
                DuplexSocket left = Sockets.bus(wire.options());
                DuplexSocket right = Sockets.bus(wire.options())) {
            String uri = middle.listen(fresh(wire)).uri();
            dial(middle, left, uri);
            dial(middle, right, uri);
            middle.send(SpMessage.of("to both"));
            assertThat(text(left)).isEqualTo("to both");
            assertThat(text(right)).isEqualTo("to both");
            left.send(SpMessage.of("from the left"));
            assertThat(text(middle)).isEqualTo("from the left");
            right.send(SpMessage.of("from the right"));
            assertThat(text(middle)).isEqualTo("from the right");
            middle.send(SpMessage.of("again")); // comes after anything that might have gone wrong
            assertThat(text(left)).isEqualTo("again");
            assertThat(text(right)).isEqualTo("again");
            nothing(middle);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldLeaveTheSourceOutWhenRaw(Wire wire) {
        try (DuplexSocket middle = Raw.bus(wire.options());
                DuplexSocket left = Sockets.bus(wire.options());
                DuplexSocket right = Sockets.bus(wire.options())) {
            String uri = middle.listen(fresh(wire)).uri();
            dial(middle, left, uri);
            dial(middle, right, uri);
            left.send(SpMessage.of("round"));
            SpMessage message = middle.receive(LIMIT);
            assertThat(message.headerSize()).isEqualTo(1);
            assertThat(message.headerWord(0)).isEqualTo(message.pipe());
            middle.send(message);
            assertThat(text(right)).isEqualTo("round");
            middle.send(SpMessage.of("to all"));
            assertThat(text(right)).isEqualTo("to all");
            assertThat(text(left)).isEqualTo("to all");
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldNotSendBackToItsOnlyPeerWhenRaw(Wire wire) {
        try (DuplexSocket raw = Raw.bus(wire.options());
                DuplexSocket only = Sockets.bus(wire.options())) {
            join(raw, only, wire);
            only.send(SpMessage.of("echo?"));
            raw.send(raw.receive(LIMIT));
            raw.send(SpMessage.of("no"));
            assertThat(text(only)).isEqualTo("no");
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldDropTheOldestOrTheNewestOfAFullQueue(Wire wire) {
        SocketOptions small = wire.options().toBuilder().receiveBuffer(2).build();
        try (DuplexSocket sender = Sockets.bus(wire.options());
                DuplexSocket newest = Sockets.bus(small);
                DuplexSocket oldest =
                        Sockets.bus(small.toBuilder().preferNew(false).build())) {
            String uri = sender.listen(fresh(wire)).uri();
            dial(sender, newest, uri);
            dial(sender, oldest, uri);
            for (int i = 1; i <= 5; i++) {
                sender.send(SpMessage.of("n" + i));
            }
            dropped(newest, DropReason.RECEIVE_QUEUE_FULL, 3);
            dropped(oldest, DropReason.RECEIVE_QUEUE_FULL, 3);
            assertThat(text(newest)).isEqualTo("n4");
            assertThat(text(newest)).isEqualTo("n5");
            assertThat(text(oldest)).isEqualTo("n1");
            assertThat(text(oldest)).isEqualTo("n2");
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldCountWhatNobodyIsThereFor(Wire wire) {
        try (DuplexSocket bus = Sockets.bus(wire.options())) {
            bus.listen(fresh(wire));
            bus.send(SpMessage.of("hello?"));
            dropped(bus, DropReason.NO_PEER, 1);
        }
    }
}
