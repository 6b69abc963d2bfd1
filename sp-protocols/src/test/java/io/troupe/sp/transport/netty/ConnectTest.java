// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.net.support.LeakRecorder;
import io.troupe.sp.Sockets;
import io.troupe.sp.Until;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.PemFiles;
import io.troupe.sp.socket.PipeInfo;
import io.troupe.sp.socket.PipeListener;
import io.troupe.sp.socket.SocketOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Connections that are used from their first moment on. */
@Timeout(60)
class ConnectTest {
    private static PemFiles listenerTls;
    private static PemFiles dialerTls;

    @BeforeAll
    static void certify(@TempDir Path folder) throws Exception {
        TestCertificates certificates = new TestCertificates(folder, "authority");
        PemFiles own = certificates.good("listener");
        listenerTls = PemFiles.server(own.certificate(), own.key());
        dialerTls = PemFiles.trusting(certificates.authority());
    }

    @AfterAll
    static void shouldLoseNoBuffers() {
        assertThat(LeakRecorder.leaks()).isEmpty();
    }

    /** Sends as soon as there is a pipe. */
    private static DuplexSocket eager(PemFiles tls, String text) {
        DuplexSocket socket = Sockets.pair(SocketOptions.builder().tls(tls).build());
        socket.onPipe(new PipeListener() {
            @Override
            public void attached(PipeInfo pipe) {
                socket.sendLater(SpMessage.of(text));
                socket.sendLater(SpMessage.of(new byte[20_000]));
            }
        });
        return socket;
    }

    @ParameterizedTest
    @CsvSource({"ws, 400", "tls+tcp, 50", "wss, 50"})
    void shouldKeepItsFirstConnection(String scheme, int rounds) {
        try (DuplexSocket left = eager(listenerTls, "from the listener")) {
            String uri = left.listen(scheme + "://127.0.0.1:0").uri();
            for (int round = 1; round <= rounds; round++) {
                try (DuplexSocket right = eager(dialerTls, "from the dialer")) {
                    right.dial(uri);
                    assertGreeted(left, "from the dialer");
                    assertGreeted(right, "from the listener");
                    assertThat(right.stats().connected())
                            .as("connections of one dialer")
                            .isEqualTo(1);
                }
                Until.isTrue("closed", () -> left.pipes().isEmpty());
                assertThat(left.stats().connected()).isEqualTo(round);
            }
        }
    }

    private static void assertGreeted(DuplexSocket socket, String text) {
        try (SpMessage first = socket.receive(Until.LIMIT);
                SpMessage second = socket.receive(Until.LIMIT)) {
            assertThat(first.text()).isEqualTo(text);
            assertThat(second.size()).isEqualTo(20_000);
        }
    }
}
