// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.troupe.core.ActorSystem;
import io.troupe.core.error.LinkRefusedException;
import io.troupe.core.promise.Promise;
import io.troupe.net.support.TestCertificates;
import io.troupe.net.transport.Address;
import io.troupe.net.transport.TlsFiles;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.link.DialConfig;
import io.troupe.remoting.link.Link;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Links that are not made: whoever dials is told why in one sentence, and the listener serves others. */
class LinkRefusalTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    static Path folder;

    private static TestCertificates ours;
    private static TestCertificates theirs;

    private ActorSystem there;
    private ActorSystem here;
    private Remoting server;

    @BeforeAll
    static void certificates() throws Exception {
        ours = new TestCertificates(folder, "ours");
        theirs = new TestCertificates(folder, "theirs");
    }

    @BeforeEach
    void start() {
        there = ActorSystem.start("there");
        here = ActorSystem.start("here");
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    private int listenTls(TlsFiles files) {
        server = Remoting.on(there, once().tls(files));
        server.expose("desk", there.spawn(Desk.class, Desk::new));
        return Address.parse(server.listen("tls://127.0.0.1:0")
                        .await(LIMIT)
                        .address()
                        .toString())
                .port();
    }

    private static RemotingConfig once() {
        return RemotingConfig.production().dial(DialConfig.defaults().once());
    }

    private static String refusalOf(Promise<Link> dialled) {
        Throwable refusal = catchThrowable(() -> dialled.await(LIMIT));
        assertThat(refusal).isInstanceOf(LinkRefusedException.class);
        return refusal.getMessage();
    }

    private void assertServes(int port) throws Exception {
        try (ActorSystem other = ActorSystem.start("other")) {
            Link link = Remoting.on(other, once().tls(ours.good("other")))
                    .connect("tls://127.0.0.1:" + port)
                    .await(LIMIT);
            assertThat(link.lookup("desk", Desk.class).echo("well").await(LIMIT))
                    .isEqualTo("well");
        }
        assertThat(here.actors()).isZero();
    }

    @Test
    void shouldSayThatTheServersCertificateIsNotTrusted() throws Exception {
        int port = listenTls(ours.good("server"));
        TlsFiles stranger = theirs.good("client");
        Remoting client = Remoting.on(here, once().tls(stranger));
        assertThat(refusalOf(client.connect("tls://127.0.0.1:" + port)))
                .startsWith("no link could be made: address=tls://127.0.0.1:" + port)
                .contains("certificate");
        assertThat(client.links()).isEmpty();
        assertServes(port);
    }

    @Test
    void shouldSayThatTheClientsCertificateIsNotTrusted() throws Exception {
        int port = listenTls(ours.good("server"));
        TlsFiles stranger = theirs.good("client");
        TlsFiles trusting = new TlsFiles(stranger.certificateChain(), stranger.privateKey(), ours.trusted());
        Remoting client = Remoting.on(here, once().tls(trusting));
        assertThat(refusalOf(client.connect("tls://127.0.0.1:" + port))).contains("certificate");
        assertServes(port);
    }

    /** With TLS 1.3 the server looks at it when the client takes the connection for open already. */
    @ParameterizedTest
    @ValueSource(strings = {"stranger", "late"})
    void shouldNotDialAgainWhoRefusesTheClientsCertificate(String name) throws Exception {
        int port = listenTls(ours.good("server"));
        TlsFiles refused = name.equals("late") ? ours.expired(name) : theirs.good(name);
        TlsFiles trusting = new TlsFiles(refused.certificateChain(), refused.privateKey(), ours.trusted());
        DialConfig patient = DialConfig.defaults().firstWithin(Duration.ofHours(1));
        Remoting client =
                Remoting.on(here, RemotingConfig.production().dial(patient).tls(trusting));
        assertThat(refusalOf(client.connect("tls://127.0.0.1:" + port))).contains("the certificate of this side");
        assertThat(client.links()).isEmpty();
        assertServes(port);
    }

    @Test
    void shouldSayThatACertificateHasExpired() throws Exception {
        int port = listenTls(ours.expired("late"));
        Remoting client = Remoting.on(here, once().tls(ours.good("client")));
        assertThat(refusalOf(client.connect("tls://127.0.0.1:" + port))).contains("expired");
    }

    @Test
    void shouldSayThatTheOtherSideWantsTls() throws Exception {
        int port = listenTls(ours.good("server"));
        Remoting client = Remoting.on(here, once());
        assertThat(refusalOf(client.connect("tcp://127.0.0.1:" + port)))
                .contains("address=tcp://127.0.0.1:" + port)
                .containsIgnoringCase("TLS");
        assertServes(port);
    }

    @Test
    void shouldSayThatTheOtherSideDoesNotSpeakTls() throws Exception {
        server = Remoting.on(there);
        int port = Address.parse(server.listen("tcp://127.0.0.1:0")
                        .await(LIMIT)
                        .address()
                        .toString())
                .port();
        Remoting client = Remoting.on(here, once().tls(ours.good("client")));
        assertThat(refusalOf(client.connect("tls://127.0.0.1:" + port))).containsIgnoringCase("TLS");
    }

    @Test
    void shouldAskForCertificatesWhereTlsIsWanted() {
        Remoting client = Remoting.on(here, once());
        assertThatThrownBy(() -> client.connect("tls://127.0.0.1:1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("tls needs certificates: address=tls://127.0.0.1:1; give RemotingConfig.tls(…)");
        assertThatThrownBy(() -> client.listen("tls://127.0.0.1:0")).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"tcp://0.0.0.0:7000", "tcp://192.0.2.1:7000", "tcp://[::]:7000", "tcp://[2001:db8::1]:7000"})
    void shouldWantTlsWhereOtherMachinesCanReachIt(String address) {
        Remoting remoting = Remoting.on(here, once());
        String sentence = "an address that other machines can reach must be tls: address=" + address
                + "; use tls://, or allow it with RemotingConfig.insecure(true)";
        assertThatThrownBy(() -> remoting.listen(address)).hasMessage(sentence);
        assertThatThrownBy(() -> remoting.connect(address)).hasMessage(sentence);
    }

    @Test
    void shouldNameThePemFileThatIsMissing() throws Exception {
        TlsFiles good = ours.good("server");
        Path missing = folder.resolve("missing.pem");
        for (TlsFiles files : new TlsFiles[] {
            new TlsFiles(missing, good.privateKey(), good.trusted()),
            new TlsFiles(good.certificateChain(), missing, good.trusted()),
            new TlsFiles(good.certificateChain(), good.privateKey(), missing)
        }) {
            assertThatThrownBy(() -> Remoting.on(here, once().tls(files)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(missing.toString());
        }
    }

    @Test
    void shouldSayThatThereIsNoCommonEncoding() {
        server = Remoting.on(there);
        String address = server.listen("tcp://127.0.0.1:0", Encoding.CBOR)
                .await(LIMIT)
                .address()
                .toString();
        Remoting client = Remoting.on(here, once());
        assertThat(refusalOf(client.connect(address, Encoding.JSON)))
                .isEqualTo("no link could be made: address=" + address
                        + ", cause=the other side has refused the link: no common codec: mine=[cbor], offered=[json]");
    }

    @Test
    void shouldSayThatNobodyListens() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        assertThat(refusalOf(Remoting.on(here, once()).connect("tcp://127.0.0.1:" + port)))
                .contains("address=tcp://127.0.0.1:" + port)
                .containsIgnoringCase("refused");
    }

    @Test
    void shouldSayThatTheOtherSideSpeaksSomethingElse() throws Exception {
        try (ServerSocket web = new ServerSocket(0)) {
            Promise<Link> dialled = Remoting.on(here, once()).connect("tcp://127.0.0.1:" + web.getLocalPort());
            try (var socket = web.accept()) {
                socket.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                assertThat(refusalOf(dialled)).contains("must speak this protocol", "begins=HTTP/1.1 400");
            }
        }
    }
}
