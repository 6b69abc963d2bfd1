// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.interop;

import io.troupe.sp.Sockets;
import io.troupe.sp.Until;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.peers.Certificates;
import io.troupe.sp.peers.Role;
import io.troupe.sp.socket.MessageReceiver;
import io.troupe.sp.socket.MessageSender;
import io.troupe.sp.socket.PemFiles;
import io.troupe.sp.socket.PipeInfo;
import io.troupe.sp.socket.PipeListener;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A socket of ours, opened by its role and driven with text of one byte per character. Every wait has a deadline. Any thread
 * may use it.
 */
public final class Ours implements AutoCloseable {
    private final SpSocket socket;
    private final AtomicInteger joined = new AtomicInteger();

    private Ours(SpSocket socket) {
        this.socket = socket;
        socket.onPipe(new PipeListener() {
            @Override
            public void attached(PipeInfo pipe) {
                joined.incrementAndGet();
            }

            @Override
            public void detached(PipeInfo pipe, String reason) {
                joined.decrementAndGet();
            }
        });
    }

    /** Settings for tests: waits end after {@link Until#LIMIT}, dialers try again soon, surveys last long. */
    public static SocketOptions patient() {
        return SocketOptions.builder()
                .sendTimeout(Until.LIMIT)
                .receiveTimeout(Until.LIMIT)
                .surveyTime(Until.LIMIT)
                .reconnectMin(Duration.ofMillis(20))
                .reconnectMax(Duration.ofMillis(200))
                .build();
    }

    /** The settings of one who listens with TLS and takes anyone. */
    public static SocketOptions serving(Certificates files) {
        return patient().toBuilder()
                .tls(PemFiles.server(files.server(), files.serverKey()))
                .build();
    }

    /** The settings of one who dials with TLS and shows no certificate. */
    public static SocketOptions trusting(Certificates files) {
        return patient().toBuilder().tls(PemFiles.trusting(files.authority())).build();
    }

    /** A socket with {@link #patient} settings. */
    public static Ours open(Role role) {
        return open(role, patient());
    }

    /** A socket with settings. */
    public static Ours open(Role role, SocketOptions options) {
        return new Ours(
                switch (role) {
                    case PAIR0 -> Sockets.pair(options);
                    case PAIR1 -> Sockets.pair1(options);
                    case PUB -> Sockets.pub(options);
                    case SUB -> Sockets.sub(options);
                    case REQ -> Sockets.req(options);
                    case REP -> Sockets.rep(options);
                    case PUSH -> Sockets.push(options);
                    case PULL -> Sockets.pull(options);
                    case SURVEYOR -> Sockets.surveyor(options);
                    case RESPONDENT -> Sockets.respondent(options);
                    case BUS -> Sockets.bus(options);
                });
    }

    /** Listens. */
    public Ours listen(String uri) {
        socket.listen(uri);
        return this;
    }

    /** Dials; does not wait, see {@link #awaitPipes}. */
    public Ours dial(String uri) {
        socket.dial(uri);
        return this;
    }

    /** Waits until exactly so many are connected: what is sent from now on goes to them. */
    public Ours awaitPipes(int count) {
        Until.isTrue("pipes of " + socket.protocol() + ": " + count, () -> joined.get() == count);
        return this;
    }

    /** Sends. */
    public Ours send(String text) {
        ((MessageSender) socket).send(text.getBytes(StandardCharsets.ISO_8859_1));
        return this;
    }

    /** The next message. */
    public String receive() {
        return text(((MessageReceiver) socket).receive());
    }

    /** Takes the text out of a message, and releases it. */
    public static String text(SpMessage message) {
        try (message) {
            return new String(message.bytes(), StandardCharsets.ISO_8859_1);
        }
    }

    /** The socket itself. */
    public SpSocket socket() {
        return socket;
    }

    /** The socket as what its role makes it. */
    public <T extends SpSocket> T as(Class<T> type) {
        return type.cast(socket);
    }

    @Override
    public void close() {
        socket.close();
    }
}
