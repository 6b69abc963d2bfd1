// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.sp.Sockets;
import io.troupe.sp.Until;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.Origins;
import io.troupe.sp.socket.PemFiles;
import io.troupe.sp.socket.SocketOptions;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.stream.Stream;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which web pages may connect. */
@Timeout(60)
class OriginTest {
    private static final String HOST = "Host: localhost\r\n";
    private static final String PAIR = "Sec-WebSocket-Protocol: pair.sp.nanomsg.org\r\n";

    @TempDir
    static Path folder;

    private static PemFiles files;
    private static SSLContext trusting;

    @BeforeAll
    static void certify() throws Exception {
        TestCertificates certificates = new TestCertificates(folder, "origins");
        PemFiles mutual = certificates.good("listener");
        files = new PemFiles(mutual.certificate(), mutual.key(), null, false, false);
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        try (InputStream in = Files.newInputStream(certificates.authority())) {
            trusted.setCertificateEntry(
                    "authority", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        trusting = SSLContext.getInstance("TLS");
        trusting.init(null, trust.getTrustManagers(), null);
    }

    private static DuplexSocket socket(Origins origins) {
        return Sockets.pair(SocketOptions.builder().tls(files).origins(origins).build());
    }

    /** The status of an upgrade with these headers beside the usual ones. */
    private static String status(String uri, String headers) throws IOException {
        SocketFactory sockets = uri.startsWith("wss") ? trusting.getSocketFactory() : SocketFactory.getDefault();
        String authority = URI.create(uri).getAuthority();
        String request = RawClient.upgrade("/sp", PAIR + headers)
                .replace(HOST, "Host: " + authority + "\r\n")
                .replace("AUTHORITY", authority);
        try (RawClient client = new RawClient(sockets, URI.create(uri))) {
            return client.request(request).substring("HTTP/1.1 ".length()).substring(0, 3);
        }
    }

    static Stream<Arguments> pages() {
        return Stream.of(
                Arguments.of("ws", "", "101"),
                Arguments.of("wss", "", "101"),
                Arguments.of("ws", "Origin: http://AUTHORITY\r\n", "101"),
                Arguments.of("ws", "Origin: https://AUTHORITY\r\n", "101"),
                Arguments.of("wss", "Origin: https://AUTHORITY\r\n", "101"),
                Arguments.of("wss", "Origin: http://AUTHORITY\r\n", "403"),
                Arguments.of("ws", "Origin: http://127.0.0.1\r\n", "403"),
                Arguments.of("ws", "Origin: http://127.0.0.1:1\r\n", "403"),
                Arguments.of("ws", "Origin: http://AUTHORITY.evil.example\r\n", "403"),
                Arguments.of("ws", "Origin: http://evil.example\r\n", "403"),
                Arguments.of("wss", "Origin: https://evil.example\r\n", "403"),
                Arguments.of("ws", "Origin: ftp://AUTHORITY\r\n", "403"),
                Arguments.of("ws", "Origin: null\r\n", "403"),
                Arguments.of("wss", "Origin: null\r\n", "403"),
                Arguments.of("ws", "Origin: \r\n", "403"),
                Arguments.of("ws", "Origin: http://AUTHORITY/path\r\n", "403"),
                Arguments.of("ws", "Origin: http://AUTHORITY\r\nOrigin: http://AUTHORITY\r\n", "403"),
                Arguments.of("ws", "Origin: http://AUTHORITY\r\nHost: evil.example\r\n", "403"));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void shouldTakeNoPagesOfOtherOriginsByDefault(String scheme, String headers, String status) throws IOException {
        try (DuplexSocket socket = socket(SocketOptions.defaults().origins())) {
            String uri = socket.listen(scheme + "://127.0.0.1:0/sp").uri();
            assertThat(status(uri, headers)).isEqualTo(status);
            boolean refused = status.equals("403");
            Until.isTrue(
                    "counted",
                    () -> refused
                            ? socket.stats().rejected() == 1
                            : socket.stats().connected() == 1);
            assertThat(socket.stats().connected()).isEqualTo(refused ? 0 : 1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws", "wss"})
    void shouldTakeThePagesOfTheList(String scheme) throws IOException {
        try (DuplexSocket socket = socket(Origins.of("https://Shop.example", "http://localhost:3000", "null"))) {
            String uri = socket.listen(scheme + "://127.0.0.1:0/sp").uri();
            assertThat(status(uri, "Origin: https://shop.example\r\n")).isEqualTo("101");
            socket.pipes().forEach(pipe -> socket.disconnect(pipe.id()));
            Until.isTrue("gone", () -> socket.pipes().isEmpty());
            assertThat(status(uri, "Origin: http://localhost:3000\r\n")).isEqualTo("101");
            assertThat(status(uri, "Origin: http://localhost\r\n")).isEqualTo("403");
            assertThat(status(uri, "Origin: https://AUTHORITY\r\n")).isEqualTo("403");
            assertThat(status(uri, "Origin: http://shop.example\r\n")).isEqualTo("403");
        }
    }

    @Test
    void shouldTakeAllPagesWhenTold() throws IOException {
        try (DuplexSocket socket = socket(Origins.any())) {
            String uri = socket.listen("ws://127.0.0.1:0/sp").uri();
            assertThat(status(uri, "Origin: http://evil.example\r\n")).isEqualTo("101");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "example", "http://", "http://host/path", "http://host:port", "http://user@host"})
    void shouldSayWhatIsNoOrigin(String origin) {
        assertThatThrownBy(() -> Origins.of(origin))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("an origin has the form scheme://host:port: origin=" + origin);
    }
}
