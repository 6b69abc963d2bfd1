// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.pkitesting.CertificateBuilder;
import io.troupe.core.error.LinkRefusedException;
import io.troupe.net.support.TestCertificates;
import io.troupe.testkit.Await;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TlsRefusalTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    static Path folder;

    private static TestCertificates ours;
    private static TestCertificates others;

    private final List<SocketTransport> transports = new ArrayList<>();
    private final AtomicInteger accepted = new AtomicInteger();

    @BeforeAll
    static void makeCertificates() throws Exception {
        ours = new TestCertificates(folder, "ours");
        others = new TestCertificates(folder, "others");
    }

    @AfterEach
    void close() {
        transports.forEach(SocketTransport::close);
    }

    @Test
    void shouldShowEachSideTheSubjectOfTheOther() throws Exception {
        Peer server = new Peer();
        Address at = transport(ours.good("alice"))
                .listen(local(), () -> server)
                .await(LIMIT)
                .address();
        Connection connection = dial(ours.good("bob"), at, new Peer());
        assertThat(connection.isSecure()).isTrue();
        assertThat(connection.peer()).isEqualTo("127.0.0.1:" + at.port() + " (CN=alice)");
        assertThat(server.connection().peer()).endsWith(" (CN=bob)");
    }

    @Test
    void shouldRefuseToDialAnUnknownAuthority() throws Exception {
        Address at = listen(others.good("alice"));
        assertRefused(ours.good("bob"), at, "the certificate is not signed by a trusted authority");
    }

    @Test
    void shouldRefuseToDialAnExpiredCertificate() throws Exception {
        Address at = listen(ours.expired("alice"));
        assertRefused(ours.good("bob"), at, "the certificate has expired: NotAfter");
    }

    @Test
    void shouldRefuseToDialACertificateForAnotherHost() throws Exception {
        Address at = listen(ours.elsewhere("alice"));
        assertRefused(ours.good("bob"), at, "the certificate is not for this host");
        TlsFiles bob = ours.good("bob");
        dial(new TlsFiles(bob.certificateChain(), bob.privateKey(), bob.trusted(), false), at, new Peer());
    }

    @Test
    void shouldRefuseDiallersOfAnUnknownAuthority() throws Exception {
        TlsFiles bob = others.good("bob");
        assertThat(fate(new TlsFiles(bob.certificateChain(), bob.privateKey(), ours.trusted())))
                .contains("the other side refused the certificate of this side");
        assertThat(accepted).hasValue(0);
    }

    @Test
    void shouldRefuseDiallersWithAnExpiredCertificate() throws Exception {
        assertThat(fate(ours.expired("bob")))
                .contains("the other side refused the certificate of this side: it has expired,");
        assertThat(accepted).hasValue(0);
    }

    @Test
    void shouldRefuseDiallersWithoutCertificate() throws Exception {
        Address at = listen(ours.good("alice"));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new TrustsAll()}, null);
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", at.port())) {
            socket.setSoTimeout((int) LIMIT.toMillis());
            assertThatThrownBy(() -> {
                        socket.startHandshake();
                        socket.getInputStream().read(); // with TLS 1.3 the refusal comes later
                    })
                    .hasMessageContaining("alert");
        }
        assertThat(accepted).hasValue(0);
    }

    @Test
    void shouldNotSpeakPlainlyToAPlainDialler() throws Exception {
        Address at = listen(ours.good("alice"));
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), at.port())) {
            socket.setSoTimeout((int) LIMIT.toMillis());
            socket.getOutputStream().write("hello, is anybody there?\n".getBytes(StandardCharsets.UTF_8));
            InputStream in = socket.getInputStream();
            byte[] answer = in.readAllBytes();
            assertThat(answer.length).isLessThanOrEqualTo(7); // at most one alert
        }
        assertThat(accepted).hasValue(0);
    }

    /** Members of a cluster and load balancers look whether anybody listens. */
    @Test
    void shouldNotWarnOfThoseWhoGoWithoutAWord() throws Exception {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            Address at = listen(ours.good("alice"));
            endOf(at, new byte[0]);
            endOf(at, new byte[] {1, 2, 3}); // too few to be looked at
            Await.until("it is told of the second", LIMIT, () -> log.toString(StandardCharsets.UTF_8)
                    .contains("a connection was refused"));
        } finally {
            System.setErr(before);
        }
        assertThat(log.toString(StandardCharsets.UTF_8))
                .containsOnlyOnce("a connection was refused")
                .contains("refusedSoFar=1");
    }

    /** Says something, hangs up, and waits until the other side has done so. */
    private static void endOf(Address at, byte[] said) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), at.port())) {
            socket.setSoTimeout((int) LIMIT.toMillis());
            socket.getOutputStream().write(said);
            socket.shutdownOutput();
            socket.getInputStream().readAllBytes();
        }
    }

    @Test
    void shouldRefuseToDialWhoDoesNotSpeakTls() throws Exception {
        SocketTransport plain = transport(null);
        Address at = plain.listen(
                        Address.parse("tcp://127.0.0.1:0"),
                        () -> new Peer((connection, bytes, from, to) -> {
                            byte[] text = "what do you mean?\n".getBytes(StandardCharsets.UTF_8);
                            connection.write(text, 0, text.length);
                            connection.flush();
                            return to - from;
                        }))
                .await(LIMIT)
                .address();
        assertRefused(ours.good("bob"), local().port(at.port()), "the other side does not speak TLS");
    }

    @Test
    void shouldGiveUpWhenTheHandshakeIsNotAnswered() throws Exception {
        Address at = transport(null)
                .listen(Address.parse("tcp://127.0.0.1:0"), Peer::new)
                .await(LIMIT)
                .address();
        SocketTransport hasty = new SocketTransport(
                "hasty", TransportConfig.defaults().tls(ours.good("bob")).connectTimeout(Duration.ofMillis(200)));
        transports.add(hasty);
        assertThatThrownBy(
                        () -> hasty.connect(local().port(at.port()), new Peer()).await(LIMIT))
                .isInstanceOf(LinkRefusedException.class)
                .hasMessageContaining("no answer to the TLS handshake");
    }

    @Test
    void shouldNeedCertificates() {
        assertThatThrownBy(() -> transport(null).listen(local(), Peer::new).await(LIMIT))
                .isInstanceOf(LinkRefusedException.class)
                .hasMessageContaining("tls needs certificates");
    }

    @Test
    void shouldNameTheFileThatIsMissingOrNoGood() throws Exception {
        TlsFiles good = ours.good("carol");
        Path missing = folder.resolve("missing.pem");
        Path junk = Files.writeString(folder.resolve("junk.pem"), "junk");
        assertThatThrownBy(() -> transport(new TlsFiles(missing, good.privateKey(), good.trusted())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("certificateChain must be a file that can be read: certificateChain=" + missing);
        assertThatThrownBy(() -> transport(new TlsFiles(good.certificateChain(), junk, good.trusted())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("privateKey=" + junk);
        assertThatThrownBy(() -> transport(new TlsFiles(good.certificateChain(), good.privateKey(), junk)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("trusted must be a file of PEM certificates: trusted=" + junk);
    }

    /** As while files are renewed, one after the other. */
    @ParameterizedTest
    @EnumSource(names = {"ecp256", "ecp384", "rsa2048", "ed25519", "ed448"})
    void shouldRefuseAKeyThatIsNotThatOfTheCertificate(CertificateBuilder.Algorithm algorithm) throws Exception {
        TlsFiles old = ours.good("old-" + algorithm, algorithm);
        TlsFiles renewed = ours.good("renewed-" + algorithm, algorithm);
        assertThat(dial(old, listen(renewed), new Peer()).isSecure()).isTrue();
        CertificateBuilder.Algorithm another = algorithm == CertificateBuilder.Algorithm.rsa2048
                ? CertificateBuilder.Algorithm.ecp256
                : CertificateBuilder.Algorithm.rsa2048;
        for (TlsFiles others : List.of(old, ours.good("other-" + algorithm, another))) {
            TlsFiles mixed = new TlsFiles(renewed.certificateChain(), others.privateKey(), renewed.trusted());
            assertThatThrownBy(() -> transport(mixed))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("privateKey must be the key of the first certificate of certificateChain: privateKey="
                            + mixed.privateKey() + ", certificateChain=" + mixed.certificateChain());
        }
    }

    private SocketTransport transport(TlsFiles files) {
        SocketTransport made =
                new SocketTransport("test", TransportConfig.defaults().tls(files));
        transports.add(made);
        return made;
    }

    private Address listen(TlsFiles files) {
        return transport(files)
                .listen(local(), () -> new Peer((Connection connection) -> accepted.incrementAndGet()))
                .await(LIMIT)
                .address();
    }

    private Connection dial(TlsFiles files, Address at, Peer peer) {
        return transport(files).connect(at, peer).await(LIMIT);
    }

    private void assertRefused(TlsFiles files, Address at, String why) {
        assertThatThrownBy(() -> dial(files, at, new Peer()))
                .isInstanceOf(LinkRefusedException.class)
                .hasMessageContaining(why)
                .hasMessageContaining("address=" + at);
        assertThat(accepted).hasValue(0);
    }

    /** Why it failed: with TLS 1.3 the dialler may believe for a moment that it is connected. */
    private String fate(TlsFiles files) throws Exception {
        Peer peer = new Peer();
        try {
            dial(files, listen(ours.good("alice")), peer);
        } catch (LinkRefusedException e) {
            return e.getMessage();
        }
        return peer.closed();
    }

    private static Address local() {
        return Address.parse("tls://127.0.0.1:0");
    }

    private static final class TrustsAll implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
