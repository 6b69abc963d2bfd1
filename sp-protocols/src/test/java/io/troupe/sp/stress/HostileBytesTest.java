// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.promise.Promise;
import io.troupe.sp.Sockets;
import io.troupe.sp.Until;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.peers.Certificates;
import io.troupe.sp.socket.PemFiles;
import io.troupe.sp.socket.PipeInfo;
import io.troupe.sp.socket.PipeListener;
import io.troupe.sp.socket.RepSocket;
import io.troupe.sp.socket.ReqSocket;
import io.troupe.sp.socket.SocketOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Strangers throw random bytes at a listener; its good clients must not notice. */
@Timeout(180)
@Tag("fuzz")
class HostileBytesTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int STRANGERS = 250;
    private static final int CLIENTS = 2;

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "ipc", "ws", "tls+tcp", "wss"})
    void shouldServeGoodClientsAmidstGarbage(String scheme, @TempDir Path folder) throws Exception {
        long seed = Long.getLong("sp.soak.seed", System.nanoTime());
        SocketOptions options = options(scheme, folder);
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger lost = new AtomicInteger();
        Crowd crowd = new Crowd("hostile");
        try (RepSocket rep = Sockets.rep(options);
                ReqSocket req =
                        Sockets.req(options.toBuilder().linger(Duration.ZERO).build())) {
            rep.serve(Promise::of);
            String uri = rep.listen(Ground.address(scheme, folder)).uri();
            req.onPipe(new PipeListener() {
                @Override
                public void detached(PipeInfo pipe, String reason) {
                    lost.incrementAndGet();
                }
            });
            req.dial(uri).connected().await(LIMIT);
            for (int i = 0; i < CLIENTS; i++) {
                crowd.start("client" + i, () -> {
                    for (int k = 0; !over.get(); k++) {
                        SpMessage reply = req.ask(SpMessage.of("q" + k), LIMIT);
                        assertThat(reply.text()).isEqualTo("q" + k);
                        reply.release();
                    }
                });
            }
            Random random = new Random(seed);
            for (int i = 0; i < STRANGERS; i++) {
                attack(uri, random);
            }
            over.set(true);
            crowd.join(LIMIT.toSeconds());
            assertThat(lost).as("seed=" + seed).hasValue(0);
            Until.isTrue(
                    "only the good client is left: " + seed, () -> rep.pipes().size() == 1);
            req.ask(SpMessage.of("after"), LIMIT).release();
        }
    }

    private static SocketOptions options(String scheme, Path folder) {
        SocketOptions options =
                SocketOptions.builder().handshakeTimeout(Duration.ofSeconds(5)).build();
        if (!scheme.equals("tls+tcp") && !scheme.equals("wss")) {
            return options;
        }
        Certificates files = Certificates.in(folder.resolve("pem"));
        return options.toBuilder()
                .tls(new PemFiles(files.server(), files.serverKey(), files.authority(), false, false))
                .build();
    }

    private static void attack(String uri, Random random) throws IOException, GeneralSecurityException {
        boolean secure = uri.startsWith("tls") || uri.startsWith("wss");
        byte[] noise = uri.startsWith("ws") ? upgrade(uri, random) : Stranger.nonsense(random, uri.startsWith("ipc"));
        if (secure && random.nextInt(3) > 0) {
            sayWithin(URI.create(uri).getPort(), noise);
            return;
        }
        try (Stranger stranger = Stranger.at(uri)) {
            if (random.nextBoolean()) {
                stranger.rude();
            }
            stranger.say(noise);
        }
    }

    /** With the TLS handshake done. */
    private static void sayWithin(int port, byte[] noise) throws IOException, GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new TrustAnyone()}, null);
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port)) {
            socket.setSoTimeout((int) LIMIT.toMillis());
            socket.startHandshake();
            socket.getOutputStream().write(noise);
        } catch (javax.net.ssl.SSLException | java.net.SocketException e) {
            // it has hung up
        }
    }

    /** Garbage, or an upgrade that may be right with garbage behind it. */
    private static byte[] upgrade(String uri, Random random) {
        byte[] noise = Stranger.nonsense(random, false);
        int kind = random.nextInt(4);
        String path = kind == 0 ? "/elsewhere" : URI.create(uri).getPath();
        String key = kind == 1 ? "" : "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
        String head = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + key + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: rep.sp.nanomsg.org\r\n\r\n";
        byte[] bytes = head.getBytes(StandardCharsets.ISO_8859_1);
        int cut = random.nextInt(5) == 0 ? random.nextInt(bytes.length) : bytes.length;
        byte[] all = java.util.Arrays.copyOf(bytes, cut + noise.length);
        System.arraycopy(noise, 0, all, cut, noise.length);
        return all;
    }

    private static final class TrustAnyone implements X509TrustManager {
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
