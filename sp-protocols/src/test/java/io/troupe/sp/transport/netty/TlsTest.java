// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.net.support.LeakRecorder;
import io.troupe.sp.Sockets;
import io.troupe.sp.Until;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.PemFiles;
import io.troupe.sp.socket.SocketDialer;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class TlsTest {
    @TempDir
    private static Path folder;

    private static TestCertificates ours;
    private static TestCertificates others;
    private static PemFiles server;
    private static PemFiles client;

    @BeforeAll
    static void certify() throws Exception {
        ours = new TestCertificates(folder, "ours");
        others = new TestCertificates(folder, "others");
        server = ours.good("server");
        client = ours.good("client");
    }

    @AfterAll
    static void shouldLoseNoBuffers() {
        assertThat(LeakRecorder.leaks()).isEmpty();
    }

    private static PemFiles shown(PemFiles files) {
        return PemFiles.server(files.certificate(), files.key());
    }

    private static DuplexSocket pair(PemFiles files) {
        return Sockets.pair(SocketOptions.builder().tls(files).build());
    }

    private static String listen(DuplexSocket socket, String scheme) {
        return socket.listen(scheme + "://127.0.0.1:0").uri();
    }

    private static SpException lastError(DuplexSocket socket, String uri) {
        SocketDialer dialer = socket.dial(uri);
        Until.isTrue("failed", () -> dialer.lastError().isPresent());
        return dialer.lastError().orElseThrow();
    }

    private static void assertRefused(PemFiles listening, PemFiles dialling, String uriHost, String reason) {
        for (String scheme : new String[] {"tls+tcp", "wss"}) {
            try (DuplexSocket left = pair(listening);
                    DuplexSocket right = pair(dialling)) {
                String uri = listen(left, scheme).replace("127.0.0.1", uriHost);
                SpException error = lastError(right, uri);
                assertThat(error.reason()).as(error.getMessage()).isEqualTo(SpError.NOT_TRUSTED);
                assertThat(error).hasMessageContaining(reason).hasMessageContaining("address=" + uri);
                assertThat(left.pipes()).isEmpty();
                assertThat(right.pipes()).isEmpty();
            }
        }
    }

    @Test
    void shouldRefuseAnotherAuthority() {
        assertRefused(
                shown(server), PemFiles.trusting(others.authority()), "127.0.0.1", "not signed by a trusted authority");
    }

    @Test
    void shouldRefuseWhomJavaDoesNotTrust() {
        for (String scheme : new String[] {"tls+tcp", "wss"}) {
            try (DuplexSocket left = pair(shown(server));
                    DuplexSocket right = Sockets.pair()) {
                assertThat(lastError(right, listen(left, scheme)).reason()).isEqualTo(SpError.NOT_TRUSTED);
            }
        }
    }

    @Test
    void shouldRefuseAnExpiredCertificate() throws Exception {
        assertRefused(
                shown(ours.expired("old")),
                PemFiles.trusting(ours.authority()),
                "127.0.0.1",
                "the certificate has expired");
    }

    @Test
    void shouldRefuseACertificateForAnotherHost() throws Exception {
        assertRefused(
                shown(ours.elsewhere("elsewhere")),
                PemFiles.trusting(ours.authority()),
                "localhost",
                "the certificate is not for this host");
    }

    @Test
    void shouldTrustAnyoneWhenTold() throws Exception {
        PemFiles anyone = new PemFiles(null, null, null, false, true);
        assertTalking(shown(ours.elsewhere("elsewhere")), anyone, "CN=elsewhere", null);
        assertTalking(shown(others.expired("old")), anyone, "CN=old", null);
    }

    @Test
    void shouldTellBothSidesWhoTheOtherIs() {
        assertTalking(server, client, "CN=server", "CN=client");
    }

    private static void assertTalking(PemFiles listening, PemFiles dialling, String there, String here) {
        for (String scheme : new String[] {"tls+tcp", "wss"}) {
            try (DuplexSocket left = pair(listening);
                    DuplexSocket right = pair(dialling)) {
                right.dial(listen(left, scheme).replace("127.0.0.1", "localhost"))
                        .connected()
                        .await(Until.LIMIT);
                right.send(SpMessage.of("hello"));
                left.receive(Until.LIMIT).release();
                assertThat(right.pipes().get(0).peer().identity()).isEqualTo(there);
                assertThat(left.pipes().get(0).peer().identity()).isEqualTo(here);
            }
        }
    }

    @Test
    void shouldDemandACertificate() throws Exception {
        assertTurnedAway(PemFiles.trusting(ours.authority()));
        assertTurnedAway(PemFiles.mutual(
                others.good("stranger").certificate(), others.good("stranger").key(), ours.authority()));
        assertTurnedAway(ours.expired("client-of-old"));
    }

    private static void assertTurnedAway(PemFiles dialling) {
        for (String scheme : new String[] {"tls+tcp", "wss"}) {
            try (DuplexSocket left = pair(server);
                    DuplexSocket right = pair(dialling)) {
                SpException error = lastError(right, listen(left, scheme));
                assertThat(error.reason()).as(error.getMessage()).isEqualTo(SpError.NOT_TRUSTED);
                assertThat(error).hasMessageContaining("the other side refused the certificate of this side");
                Until.isTrue("counted", () -> left.stats().rejected() > 0);
                assertThat(left.stats().connected()).isZero();
                assertThat(right.stats().connected()).isZero();
            }
        }
    }

    @Test
    void shouldSendACloseFrameOverTls() throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        try (InputStream authority = Files.newInputStream(ours.authority())) {
            trusted.setCertificateEntry(
                    "ours", CertificateFactory.getInstance("X.509").generateCertificate(authority));
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        DuplexSocket left = pair(shown(server));
        Thread closing = new Thread(left::close);
        try (RawClient client =
                RawClient.upgraded(context.getSocketFactory(), listen(left, "wss"), "pair.sp.nanomsg.org")) {
            Until.isTrue("attached", () -> !left.pipes().isEmpty());
            closing.start();
            assertThat(client.receive()).startsWith(RawClient.FIN | RawClient.CLOSE, 1000 >> 8, 1000 & 0xff);
        }
        closing.join();
    }

    @Test
    void shouldGiveThoseNothingWhoSpeakPlain() throws Exception {
        try (DuplexSocket left = pair(shown(server))) {
            String uri = listen(left, "tls+tcp");
            try (RawClient plain = new RawClient(uri)) {
                plain.send(new byte[] {0, 'S', 'P', 0, 0, 0x10, 0, 0});
                assertThat(plain.isEnded()).isTrue();
            }
            Until.isTrue("counted", () -> left.stats().rejected() == 1);
            try (DuplexSocket right = Sockets.pair()) {
                assertThat(lastError(right, uri.replace("tls+tcp", "ws")).reason())
                        .isIn(SpError.CONNECTION_LOST, SpError.PROTOCOL);
            }
            assertThat(left.stats().connected()).isZero();
        }
    }

    @Test
    void shouldNotFallBackToPlainText() throws IOException {
        try (ServerSocket plain = new ServerSocket(0);
                DuplexSocket socket = pair(PemFiles.trusting(ours.authority()))) {
            SocketDialer dialer = socket.dial("tls+tcp://127.0.0.1:" + plain.getLocalPort());
            try (Socket accepted = plain.accept()) {
                int first = new DataInputStream(accepted.getInputStream()).readUnsignedByte();
                assertThat(first).as("a TLS handshake").isEqualTo(0x16);
                accepted.getOutputStream().write(new byte[] {0, 'S', 'P', 0, 0, 0x10, 0, 0});
                Until.isTrue("failed", () -> dialer.lastError().isPresent());
            }
            assertThat(dialer.lastError().orElseThrow().reason()).isEqualTo(SpError.PROTOCOL);
            assertThat(dialer.lastError().orElseThrow()).hasMessageContaining("does not speak TLS");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls+tcp", "wss"})
    void shouldNameFilesThatAreNoGood(String scheme) throws Exception {
        Path missing = folder.resolve("missing.pem");
        Path text = Files.writeString(folder.resolve("text.pem"), "no certificate");
        assertNotBound(scheme, PemFiles.trusting(ours.authority()), "a listener needs a certificate");
        assertNotBound(scheme, PemFiles.server(missing, server.key()), "certificate=" + missing);
        assertNotBound(scheme, PemFiles.server(server.certificate(), missing), "key=" + missing);
        assertNotBound(scheme, PemFiles.server(text, server.key()), "certificate=" + text);
        assertNotBound(scheme, PemFiles.server(server.certificate(), text), "key=" + text);
        assertNotBound(scheme, PemFiles.mutual(server.certificate(), server.key(), text), "authority=" + text);
        for (Path file : new Path[] {missing, text}) {
            try (DuplexSocket socket = pair(PemFiles.trusting(file))) {
                SpException error = lastError(socket, scheme + "://127.0.0.1:1");
                assertThat(error.reason()).isEqualTo(SpError.NOT_TRUSTED);
                assertThat(error).hasMessageContaining("authority=" + file);
            }
        }
    }

    private static void assertNotBound(String scheme, PemFiles files, String words) {
        try (DuplexSocket socket = pair(files)) {
            assertThatThrownBy(() -> listen(socket, scheme))
                    .as(words)
                    .isInstanceOfSatisfying(
                            SpException.class, e -> assertThat(e.reason()).isEqualTo(SpError.NOT_TRUSTED))
                    .hasMessageContaining(words);
        }
    }

    @Test
    void shouldNotListenWithoutAnyFiles() {
        try (DuplexSocket socket = Sockets.pair()) {
            assertThatThrownBy(() -> listen(socket, "tls+tcp"))
                    .isInstanceOfSatisfying(
                            SpException.class, e -> assertThat(e.reason()).isEqualTo(SpError.NOT_TRUSTED));
        }
    }

    @Test
    void shouldShareAPortAmongThoseWithTheSameFilesOnly() {
        try (DuplexSocket left = pair(shown(server));
                DuplexSocket same = pair(shown(server));
                DuplexSocket different = pair(shown(client))) {
            String uri = listen(left, "wss");
            same.listen(uri + "same");
            assertThatThrownBy(() -> different.listen(uri + "different"))
                    .hasMessageContaining("must have the same TLS files");
        }
    }

    @Test
    void shouldLimitTheTimeOfTheHandshake() throws IOException {
        SocketOptions hasty =
                SocketOptions.builder().handshakeTimeout(Duration.ofMillis(50)).build();
        try (ServerSocket silent = new ServerSocket(0);
                DuplexSocket right = Sockets.pair(hasty.toBuilder()
                        .tls(PemFiles.trusting(ours.authority()))
                        .build())) {
            assertThat(lastError(right, "tls+tcp://127.0.0.1:" + silent.getLocalPort())
                            .reason())
                    .isEqualTo(SpError.TIMED_OUT);
        }
        try (DuplexSocket left =
                        Sockets.pair(hasty.toBuilder().tls(shown(server)).build());
                RawClient mute = new RawClient(listen(left, "tls+tcp"))) {
            assertThat(mute.isEnded()).isTrue();
            Until.isTrue("counted", () -> left.stats().rejected() == 1);
        }
    }
}
