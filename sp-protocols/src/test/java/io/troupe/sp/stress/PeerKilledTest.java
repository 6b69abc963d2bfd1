// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.stress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.sp.Sockets;
import io.troupe.sp.Until;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.PipeInfo;
import io.troupe.sp.socket.PipeListener;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A peer's process is killed while a message is on its way, in both directions. */
@Timeout(120)
@Tag("process")
class PeerKilledTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int LARGE = 300_000;

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "ipc"})
    void shouldDetachAndTakeTheNext(String scheme, @TempDir Path folder) throws Exception {
        Queue<String> reasons = new ConcurrentLinkedQueue<>();
        int files = Residue.files().size();
        try (DuplexSocket pair =
                Sockets.pair(SocketOptions.builder().linger(Duration.ZERO).build())) {
            pair.onPipe(new PipeListener() {
                @Override
                public void detached(PipeInfo pipe, String reason) {
                    reasons.add(reason);
                }
            });
            String uri = pair.listen(Ground.address(scheme, folder)).uri();
            Process doomed = DoomedPeer.start(uri);
            try (BufferedReader said = doomed.inputReader()) {
                assertThat(said.readLine()).isEqualTo("half is out");
                Until.isTrue("the pipe", () -> pair.pipes().size() == 1);
                fill(pair);
            } finally {
                doomed.destroyForcibly().waitFor();
            }
            Until.isTrue("the end of the pipe", () -> pair.pipes().isEmpty());
            Until.isTrue("word of it", () -> !reasons.isEmpty());
            assertThat(pair.stats().received()).isZero();
            assertThat(reasons).hasSize(1);
            meetAnother(pair, uri);
        }
        Until.isTrue(
                "no file is left open", () -> Residue.files().size() <= files + 2); // the JDK keeps some of its own
    }

    /** Until the other side, which does not read, and our queue take no more. */
    private static void fill(DuplexSocket pair) {
        try (SpMessage message = SpMessage.allocate(LARGE)) {
            assertThatThrownBy(() -> {
                        while (true) {
                            try (SpMessage again = message.retain()) {
                                pair.send(again, Duration.ofMillis(200));
                            }
                        }
                    })
                    .isInstanceOfSatisfying(
                            SpException.class, e -> assertThat(e.reason()).isEqualTo(SpError.TIMED_OUT));
        }
    }

    private static void meetAnother(DuplexSocket pair, String uri) {
        try (DuplexSocket other = Sockets.pair()) {
            other.dial(uri).connected().await(LIMIT);
            other.send(SpMessage.of("hello"), LIMIT);
            try (SpMessage hello = pair.receive(LIMIT)) {
                assertThat(hello.text()).isEqualTo("hello");
            }
        }
    }
}
