// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.sp.Sockets;
import io.troupe.sp.Until;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.PemFiles;
import io.troupe.sp.socket.SocketDialer;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS by contexts of Java, and settings of one dialer or listener. */
@Timeout(60)
class SslContextTest {
    @TempDir
    static Path folder;

    private static TestCertificates ours;
    private static PemFiles first;
    private static PemFiles second;
    private static PemFiles elsewhere;

    @BeforeAll
    static void certify() throws Exception {
        ours = new TestCertificates(folder, "ours");
        first = ours.good("first");
        second = ours.good("second");
        elsewhere = ours.elsewhere("elsewhere");
    }

    private static X509Certificate[] chain(Path file) throws Exception {
        try (InputStream in = Files.newInputStream(file)) {
            return CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
                    .map(X509Certificate.class::cast)
                    .toArray(X509Certificate[]::new);
        }
    }

    /** Shows the certificate that it has now; remembers the name that it was asked for. */
    private static final class Shown extends X509ExtendedKeyManager {
        private volatile PemFiles files;
        private volatile @Nullable String asked;

        Shown(PemFiles files) {
            this.files = files;
        }

        @Override
        public String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
            asked = ((ExtendedSSLSession) engine.getHandshakeSession())
                    .getRequestedServerNames().stream()
                            .map(name -> new String(name.getEncoded(), StandardCharsets.US_ASCII))
                            .findFirst()
                            .orElse(null);
            return "own";
        }

        @Override
        public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
            return "own";
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            try {
                return chain(files.certificate());
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            try {
                String pem = Files.readString(files.key()).replaceAll("-----.*-----|\\s", "");
                return KeyFactory.getInstance("EC")
                        .generatePrivate(
                                new PKCS8EncodedKeySpec(Base64.getDecoder().decode(pem)));
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public String[] getClientAliases(String type, Principal[] issuers) {
            return new String[] {"own"};
        }

        @Override
        public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
            return "own";
        }

        @Override
        public String[] getServerAliases(String type, Principal[] issuers) {
            return new String[] {"own"};
        }

        @Override
        public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
            return "own";
        }
    }

    private static SSLContext context(@Nullable KeyManager shown) throws Exception {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        trusted.setCertificateEntry("authority", chain(ours.authority())[0]);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(shown == null ? null : new KeyManager[] {shown}, trust.getTrustManagers(), null);
        return context;
    }

    private static SocketOptions with(SSLContext context, boolean demandPeer) {
        return SocketOptions.builder().sslContext(context, demandPeer).build();
    }

    private static String identity(DuplexSocket socket) {
        return String.valueOf(socket.pipes().get(0).peer().identity());
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls+tcp", "wss"})
    void shouldShowTheCertificateThatItsContextHasNow(String scheme) throws Exception {
        Shown shown = new Shown(first);
        try (DuplexSocket listening = Sockets.pair(with(context(shown), false))) {
            String uri = listening.listen(scheme + "://127.0.0.1:0").uri().replace("127.0.0.1", "localhost");
            for (PemFiles now : List.of(first, second)) {
                shown.files = now;
                try (DuplexSocket dialling = Sockets.pair(with(context(null), false))) {
                    dialling.dial(uri).connected().await(Until.LIMIT);
                    assertThat(identity(dialling)).isEqualTo(now.equals(first) ? "CN=first" : "CN=second");
                }
                Until.isTrue("gone", () -> listening.pipes().isEmpty());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls+tcp", "wss"})
    void shouldTellItsContextWhichNameWasAskedFor(String scheme) throws Exception {
        Shown shown = new Shown(first);
        try (DuplexSocket listening = Sockets.pair(with(context(shown), false))) {
            URI uri = URI.create(listening.listen(scheme + "://127.0.0.1:0").uri());
            try (SSLSocket client =
                    (SSLSocket) context(null).getSocketFactory().createSocket(uri.getHost(), uri.getPort())) {
                SSLParameters parameters = client.getSSLParameters();
                parameters.setServerNames(List.of(new SNIHostName("shop.example")));
                client.setSSLParameters(parameters);
                client.startHandshake();
            }
            assertThat(shown.asked).isEqualTo("shop.example");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls+tcp", "wss"})
    void shouldDemandACertificate(String scheme) throws Exception {
        try (DuplexSocket listening = Sockets.pair(with(context(new Shown(first)), true));
                DuplexSocket nobody = Sockets.pair(with(context(null), false));
                DuplexSocket known = Sockets.pair(with(context(new Shown(second)), false))) {
            String uri = listening.listen(scheme + "://127.0.0.1:0").uri();
            SocketDialer refused = nobody.dial(uri);
            Until.isTrue("refused", () -> refused.lastError().isPresent());
            known.dial(uri).connected().await(Until.LIMIT);
            Until.isTrue("both know", () -> !listening.pipes().isEmpty());
            assertThat(identity(listening)).isEqualTo("CN=second");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls+tcp", "wss"})
    void shouldRefuseTheCertificateOfAnotherHost(String scheme) throws Exception {
        try (DuplexSocket listening = Sockets.pair(with(context(new Shown(elsewhere)), false));
                DuplexSocket dialling = Sockets.pair(with(context(null), false))) {
            SocketDialer dialer =
                    dialling.dial(listening.listen(scheme + "://127.0.0.1:0").uri());
            Until.isTrue("refused", () -> dialer.lastError().isPresent());
            assertThat(dialer.lastError().orElseThrow().reason()).isEqualTo(SpError.NOT_TRUSTED);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls+tcp", "wss"})
    void shouldHaveSettingsOfOneDialerAndOneListener(String scheme) throws Exception {
        try (DuplexSocket listening = Sockets.pair1Poly();
                DuplexSocket dialling = Sockets.pair1Poly()) {
            SocketOptions one = SocketOptions.builder()
                    .tls(PemFiles.server(first.certificate(), first.key()))
                    .build();
            SocketOptions other = with(context(new Shown(second)), false);
            String a = listening.listen(scheme + "://127.0.0.1:0", one).uri();
            String b = listening.listen(scheme + "://127.0.0.1:0", other).uri();
            SocketOptions trusting = SocketOptions.builder()
                    .tls(PemFiles.trusting(ours.authority()))
                    .build();
            dialling.dial(a, trusting).connected().await(Until.LIMIT);
            dialling.dial(b, with(context(null), false)).connected().await(Until.LIMIT);
            assertThat(dialling.pipes())
                    .extracting(pipe -> pipe.peer().identity())
                    .containsExactlyInAnyOrder("CN=first", "CN=second");
        }
    }
}
