// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.SpAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostAddressTest {
    @ParameterizedTest
    @CsvSource({
        "ws://localhost:80/a/b?c=d, localhost, 80, /a/b?c=d",
        "ws://localhost, localhost, 80, /",
        "wss://localhost/x, localhost, 443, /x",
        "WSS://[::1]:8443, ::1, 8443, /",
        "tls+tcp://127.0.0.1:65535, 127.0.0.1, 65535, ''",
        "tls+tcp://[fe80::1%25lo]:1, fe80::1%25lo, 1, ''",
    })
    void shouldReadWhatCanBeDialled(String uri, String host, int port, String path) {
        HostAddress read = HostAddress.parse(SpAddress.parse(uri), false);
        assertThat(read.host()).isEqualTo(host);
        assertThat(read.port()).isEqualTo(port);
        assertThat(read.path()).isEqualTo(path);
    }

    @ParameterizedTest
    @CsvSource({"ws://*:0/x, *", "wss://:0, *", "tls+tcp://*:0, *", "tls+tcp://[::]:0, ::"})
    void shouldReadWhereToListen(String uri, String host) {
        HostAddress read = HostAddress.parse(SpAddress.parse(uri), true);
        assertThat(read.host()).isEqualTo(host);
        assertThat(read.port()).isZero();
        assertThat(read.withPort(77).rest()).contains(":77");
    }

    @ParameterizedTest
    @CsvSource({
        "tls+tcp://localhost, a port from 0 to 65535",
        "tls+tcp://localhost:, a port from 0 to 65535",
        "tls+tcp://localhost:65536, a port from 0 to 65535",
        "tls+tcp://localhost:-1, a port from 0 to 65535",
        "tls+tcp://localhost:1x, a port from 0 to 65535",
        "tls+tcp://localhost:1/path, no path",
        "tls+tcp://localhost:0, a port from 1 to 65535",
        "ws://*:80/, needs a host",
        "ws://:80/, needs a host",
        "ws://::1:80/, in brackets",
        "ws://[::1/, in brackets",
        "ws://[::1]80/, in brackets",
        "ws://localhost:80/a b, of a URI",
        "ws://localhost:80/a#b, no fragment",
        "ws://local host:80/, of a URI",
        "ws://user@localhost:80/, a name or an IP address",
    })
    void shouldSayWhatIsWrong(String uri, String rule) {
        assertThatThrownBy(() -> HostAddress.parse(SpAddress.parse(uri), false))
                .isInstanceOfSatisfying(
                        SpException.class, e -> assertThat(e.reason()).isEqualTo(SpError.ADDRESS_INVALID))
                .hasMessageContaining(rule)
                .hasMessageContaining("address=");
    }
}
