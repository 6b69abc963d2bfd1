// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.sp.Wires.Wire;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.ReceivingSocket;
import io.troupe.sp.socket.SendingSocket;
import io.troupe.sp.socket.SocketOptions;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The system's buffers are as large as they were asked to be: a small one takes less from a sender whose peer does not read. */
@Timeout(60)
class SystemBuffersTest {
    private static final int SMALL = 16 * 1024;
    private static final int LARGE = 1024 * 1024;
    private static final int MESSAGE = 4096;

    static Stream<Wire> wires() {
        return Wires.present().stream().filter(wire -> !wire.scheme().equals("inproc"));
    }

    @ParameterizedTest
    @MethodSource("wires")
    void shouldTakeAsMuchAsTheBuffersHold(Wire wire) {
        int few = taken(wire, SMALL, Integer.MAX_VALUE);
        assertThat(taken(wire, LARGE, few + 1)).isGreaterThan(few);
    }

    /** How many messages find room when nobody receives; stops to count when there were so many. */
    private static int taken(Wire wire, int buffer, int enough) {
        SocketOptions options = wire.options(SocketOptions.builder()
                .sendBuffer(1)
                .receiveBuffer(1)
                .linger(Duration.ZERO)
                .systemSendBuffer(buffer)
                .systemReceiveBuffer(buffer)
                .build());
        try (ReceivingSocket pull = Sockets.pull(options);
                SendingSocket push = Sockets.push(options)) {
            Steps.join(wire, pull, push);
            int taken = 0;
            while (taken < enough && sends(push)) {
                taken++;
            }
            return taken;
        }
    }

    private static boolean sends(SendingSocket push) {
        SpMessage message = SpMessage.allocate(MESSAGE);
        try {
            push.send(message, Duration.ofMillis(500)); // what is on its way arrives
            return true;
        } catch (io.troupe.sp.socket.SpException e) {
            message.release();
            return false;
        }
    }
}
