// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.ReqSocket;
import io.troupe.sp.socket.SocketDialer;
import io.troupe.sp.socket.SocketListener;
import io.troupe.sp.socket.SpException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a caller reads whose request is not answered in time. */
class RequestLimitTest {
    private static final String ADDRESS = "inproc://request limit";
    private static final Duration LIMIT = Duration.ofMillis(20);

    @Test
    void shouldTellTheLimitThatWasGivenAndWhetherThereWasAPeer() {
        try (ReqSocket req = Sockets.req();
                var rep = Sockets.rep();
                var pull = Sockets.pull()) {
            assertThatThrownBy(() -> req.ask(SpMessage.of("nobody"), LIMIT))
                    .isInstanceOf(SpException.class)
                    .hasMessage("a request must be answered within its limit: limit=PT0.02S, peers=0");
            SocketListener listener = rep.listen(ADDRESS);
            SocketDialer dialer = req.dial(ADDRESS);
            dialer.connected().await(Duration.ofSeconds(10));

            assertThatThrownBy(() -> req.ask(SpMessage.of("silent"), LIMIT))
                    .hasMessage("a request must be answered within its limit: limit=PT0.02S, peers=1");
            assertThatThrownBy(() -> pull.receive(LIMIT))
                    .hasMessage("a receive took longer than its limit: limit=PT0.02S");
            assertThat(dialer).hasToString("dialer of " + ADDRESS);
            assertThat(listener).hasToString("listener of " + ADDRESS);
        }
    }
}
