// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static io.troupe.sp.Steps.WIRES;
import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.sp.Wires.Wire;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.PipeInfo;
import io.troupe.sp.socket.PipeListener;
import io.troupe.sp.socket.SocketOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a listener of pipes throws harms neither the pipe nor the socket. */
@Timeout(60)
class FailingPipeListenerTest {
    private static final SocketOptions SOON =
            SocketOptions.builder().reconnectMin(Duration.ofMillis(5)).build();

    private final List<String> told = new CopyOnWriteArrayList<>();

    /** Fails whenever it is told something. */
    private static final class Failing implements PipeListener {
        @Override
        public void attached(PipeInfo pipe) {
            throw new IllegalStateException("attached");
        }

        @Override
        public void detached(PipeInfo pipe, String reason) {
            throw new AssertionError("detached");
        }
    }

    private final class Noting implements PipeListener {
        @Override
        public void attached(PipeInfo pipe) {
            told.add("attached");
        }

        @Override
        public void detached(PipeInfo pipe, String reason) {
            told.add("detached");
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldGoOnWhenAListenerFails(Wire wire) {
        try (DuplexSocket listening = Sockets.pair(wire.options(SOON));
                DuplexSocket dialling = Sockets.pair(wire.options(SOON))) {
            for (DuplexSocket socket : List.of(listening, dialling)) {
                socket.onPipe(new Failing());
            }
            dialling.onPipe(new Noting());
            Meeting.join(listening, dialling, wire);
            dialling.send(SpMessage.of("first"));
            assertThat(Meeting.text(listening)).isEqualTo("first");

            dialling.disconnect(dialling.pipes().get(0).id());
            Until.isTrue("it has dialled again", () -> listening.stats().connected() > 1);
            listening.send(SpMessage.of("second"));
            assertThat(Meeting.text(dialling)).isEqualTo("second");
            assertThat(told).startsWith("attached", "detached", "attached");
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldRefuseWhomAFailingListenerDoesNotAccept(Wire wire) {
        try (DuplexSocket listening = Sockets.pair(wire.options(SOON));
                DuplexSocket dialling = Sockets.pair(wire.options(SOON))) {
            listening.onPipe(new PipeListener() {
                @Override
                public boolean accepts(PipeInfo pipe) {
                    throw new AssertionError("accepts");
                }
            });
            dialling.dial(listening.listen(wire.fresh()).uri());
            Until.isTrue("it was refused", () -> listening.stats().rejected() > 0);
            assertThat(listening.pipes()).isEmpty();
            assertThat(listening.stats().connected()).isZero();
        }
    }
}
