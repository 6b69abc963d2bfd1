// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The options of a socket, given when it is opened; some may {@linkplain SpSocket#change change}. Names and defaults are those of the
 * field (nanomsg, nng, mangos); {@link Builder} says what each is for. Immutable.
 *
 * @param sendTimeout how long a send may wait for room or for a peer
 * @param receiveTimeout how long a receive may wait for a message
 * @param sendBuffer messages that may wait in each pipe to be written; 1 to 1048576
 * @param receiveBuffer messages that may wait to be received; 1 to 1048576
 * @param maxReceiveSize the largest message that is received, in bytes; 0: any
 * @param reconnectMin the first pause before dialling again
 * @param reconnectMax the longest pause before dialling again
 * @param handshakeTimeout how long a new connection has until its handshake is through
 * @param resendTime REQ: when a request without a reply is sent again; zero: never
 * @param surveyTime SURVEYOR: how long answers are taken
 * @param serviceTimeout how long a service may take for a message
 * @param linger how long closing waits for messages that are yet to be written
 * @param spin how long a waiting thread polls before it sleeps, at most 1 ms
 * @param ttl hops a message may have made when it arrives; 1 to 255
 * @param noDelay whether TCP sends small packets at once
 * @param keepAlive whether TCP probes idle connections
 * @param bestEffort whether a send that would have to wait drops the message instead
 * @param failNoPeers whether a send fails at once when nobody is connected
 * @param preferNew PUB, SUB, BUS: whether a full queue drops its oldest message rather than the newest
 * @param tls keys and certificates as files, or null
 * @param sslContext keys and certificates as a context of Java, or null
 * @param demandPeer whether a listener with an {@code sslContext} demands a certificate
 * @param origins from where web pages may open a WebSocket to a listener
 * @param ipcPermissions of the socket files of {@code ipc} listeners, or null: as the process makes files
 * @param systemSendBuffer SO_SNDBUF in bytes; 0: what the system likes
 * @param systemReceiveBuffer SO_RCVBUF in bytes; 0: what the system likes
 */
public record SocketOptions(
        Duration sendTimeout,
        Duration receiveTimeout,
        int sendBuffer,
        int receiveBuffer,
        int maxReceiveSize,
        Duration reconnectMin,
        Duration reconnectMax,
        Duration handshakeTimeout,
        Duration resendTime,
        Duration surveyTime,
        Duration serviceTimeout,
        Duration linger,
        Duration spin,
        int ttl,
        boolean noDelay,
        boolean keepAlive,
        boolean bestEffort,
        boolean failNoPeers,
        boolean preferNew,
        @Nullable PemFiles tls,
        @Nullable SSLContext sslContext,
        boolean demandPeer,
        Origins origins,
        @Nullable Set<PosixFilePermission> ipcPermissions,
        int systemSendBuffer,
        int systemReceiveBuffer) {
    /** No limit of time. */
    public static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

    private static final int MOST_MESSAGES = 1 << 20;
    private static final int MOST_HOPS = 255;
    private static final Duration LONGEST_SPIN = Duration.ofMillis(1);
    private static final SocketOptions DEFAULTS = new Builder().build();

    /**
     * Checks each value.
     *
     * @throws IllegalArgumentException when one is out of its range
     */
    public SocketOptions {
        sendTimeout = notNegative("sendTimeout", sendTimeout);
        receiveTimeout = notNegative("receiveTimeout", receiveTimeout);
        between("sendBuffer", sendBuffer, 1, MOST_MESSAGES);
        between("receiveBuffer", receiveBuffer, 1, MOST_MESSAGES);
        between("maxReceiveSize", maxReceiveSize, 0, Integer.MAX_VALUE);
        reconnectMin = positive("reconnectMin", reconnectMin);
        reconnectMax = positive("reconnectMax", reconnectMax);
        handshakeTimeout = positive("handshakeTimeout", handshakeTimeout);
        resendTime = notNegative("resendTime", resendTime);
        surveyTime = positive("surveyTime", surveyTime);
        serviceTimeout = positive("serviceTimeout", serviceTimeout);
        linger = notNegative("linger", linger);
        if (notNegative("spin", spin).compareTo(LONGEST_SPIN) > 0) {
            throw new IllegalArgumentException("spin must be at most 1 ms: spin=" + spin);
        }
        between("ttl", ttl, 1, MOST_HOPS);
        Objects.requireNonNull(origins, "origins");
        ipcPermissions = ipcPermissions == null ? null : Set.copyOf(ipcPermissions);
        between("systemSendBuffer", systemSendBuffer, 0, Integer.MAX_VALUE);
        between("systemReceiveBuffer", systemReceiveBuffer, 0, Integer.MAX_VALUE);
    }

    /** The defaults that {@link Builder} names. */
    public static SocketOptions defaults() {
        return DEFAULTS;
    }

    /** Begins with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Begins with these options. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    private static Duration notNegative(String name, Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException(name + " must not be negative: " + name + "=" + value);
        }
        return value.compareTo(FOREVER) > 0 ? FOREVER : value;
    }

    private static Duration positive(String name, Duration value) {
        if (value.isZero()) {
            throw new IllegalArgumentException(name + " must be longer than zero: " + name + "=" + value);
        }
        return notNegative(name, value);
    }

    private static void between(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    name + " must be from " + least + " to " + most + ": " + name + "=" + value);
        }
    }

    /** Collects options; {@link #build} checks them. Each method sets one and returns this builder. Not thread-safe. */
    public static final class Builder {
        private Duration sendTimeout = FOREVER;
        private Duration receiveTimeout = FOREVER;
        private int sendBuffer = 128;
        private int receiveBuffer = 128;
        private int maxReceiveSize = 1 << 20;
        private Duration reconnectMin = Duration.ofMillis(100);
        private Duration reconnectMax = Duration.ofSeconds(10);
        private Duration handshakeTimeout = Duration.ofSeconds(10);
        private Duration resendTime = Duration.ofSeconds(60);
        private Duration surveyTime = Duration.ofSeconds(1);
        private Duration serviceTimeout = Duration.ofSeconds(60);
        private Duration linger = Duration.ofSeconds(1);
        private Duration spin = Duration.ofNanos(50_000);
        private int ttl = 8;
        private boolean noDelay = true;
        private boolean keepAlive;
        private boolean bestEffort;
        private boolean failNoPeers;
        private boolean preferNew = true;
        private @Nullable PemFiles tls;
        private @Nullable SSLContext sslContext;
        private boolean demandPeer;
        private Origins origins = Origins.same();
        private @Nullable Set<PosixFilePermission> ipcPermissions;
        private int systemSendBuffer;
        private int systemReceiveBuffer;

        private Builder() {}

        private Builder(SocketOptions from) {
            sendTimeout = from.sendTimeout;
            receiveTimeout = from.receiveTimeout;
            sendBuffer = from.sendBuffer;
            receiveBuffer = from.receiveBuffer;
            maxReceiveSize = from.maxReceiveSize;
            reconnectMin = from.reconnectMin;
            reconnectMax = from.reconnectMax;
            handshakeTimeout = from.handshakeTimeout;
            resendTime = from.resendTime;
            surveyTime = from.surveyTime;
            serviceTimeout = from.serviceTimeout;
            linger = from.linger;
            spin = from.spin;
            ttl = from.ttl;
            noDelay = from.noDelay;
            keepAlive = from.keepAlive;
            bestEffort = from.bestEffort;
            failNoPeers = from.failNoPeers;
            preferNew = from.preferNew;
            tls = from.tls;
            sslContext = from.sslContext;
            demandPeer = from.demandPeer;
            origins = from.origins;
            ipcPermissions = from.ipcPermissions;
            systemSendBuffer = from.systemSendBuffer;
            systemReceiveBuffer = from.systemReceiveBuffer;
        }

        /**
         * The options.
         *
         * @throws IllegalArgumentException when a value is out of its range
         */
        public SocketOptions build() {
            return new SocketOptions(
                    sendTimeout,
                    receiveTimeout,
                    sendBuffer,
                    receiveBuffer,
                    maxReceiveSize,
                    reconnectMin,
                    reconnectMax,
                    handshakeTimeout,
                    resendTime,
                    surveyTime,
                    serviceTimeout,
                    linger,
                    spin,
                    ttl,
                    noDelay,
                    keepAlive,
                    bestEffort,
                    failNoPeers,
                    preferNew,
                    tls,
                    sslContext,
                    demandPeer,
                    origins,
                    ipcPermissions,
                    systemSendBuffer,
                    systemReceiveBuffer);
        }

        /** How long a send may wait for room or for a peer; {@link #FOREVER} by default. */
        public Builder sendTimeout(Duration limit) {
            sendTimeout = limit;
            return this;
        }

        /** How long a receive may wait for a message; {@link #FOREVER} by default. */
        public Builder receiveTimeout(Duration limit) {
            receiveTimeout = limit;
            return this;
        }

        /** Messages that may wait in each pipe to be written; 1 to 1048576, 128 by default. */
        public Builder sendBuffer(int messages) {
            sendBuffer = messages;
            return this;
        }

        /**
         * Messages that may wait in the socket (or context) to be received; 1 to 1048576, 128 by default. From 64 on an eighth more may
         * wait on the receivers' side.
         */
        public Builder receiveBuffer(int messages) {
            receiveBuffer = messages;
            return this;
        }

        /** The largest message, with its header, that is received, in bytes; more ends the pipe. 0: any; 1 MiB by default. */
        public Builder maxReceiveSize(int bytes) {
            maxReceiveSize = bytes;
            return this;
        }

        /** The first pause before dialling again; 100 ms by default. Each pause is drawn from the upper half of its range. */
        public Builder reconnectMin(Duration pause) {
            reconnectMin = pause;
            return this;
        }

        /** The longest pause before dialling again, pauses double up to it; 10 s by default. */
        public Builder reconnectMax(Duration pause) {
            reconnectMax = pause;
            return this;
        }

        /** How long a new connection has until the SP header (and TLS, and HTTP) is through; 10 s by default. */
        public Builder handshakeTimeout(Duration limit) {
            handshakeTimeout = limit;
            return this;
        }

        /** REQ: after this time without a reply the request is sent again; zero: never, not even when its pipe is lost. 60 s. */
        public Builder resendTime(Duration time) {
            resendTime = time;
            return this;
        }

        /** SURVEYOR: how long answers are taken; 1 s by default. */
        public Builder surveyTime(Duration time) {
            surveyTime = time;
            return this;
        }

        /**
         * How long the service of an endpoint, or the handler of {@code serve}, may take for a message; 60 s by default. After that
         * the place of the message is free for others, the request stays unanswered, and it is counted as {@code OVERDUE}. An answer
         * that comes later is dropped. Sending the answer has the same time once more, unless {@code sendTimeout} is less.
         */
        public Builder serviceTimeout(Duration limit) {
            serviceTimeout = limit;
            return this;
        }

        /** How long closing waits for messages that are yet to be written; 1 s by default, zero: drops them. */
        public Builder linger(Duration limit) {
            linger = limit;
            return this;
        }

        /** How long a waiting thread polls before it sleeps, at most 1 ms; 50 µs by default, less when it seldom helps; zero: not at all. */
        public Builder spin(Duration limit) {
            spin = limit;
            return this;
        }

        /** Hops a message may have made when it arrives; 1 to 255, 8 by default. */
        public Builder ttl(int hops) {
            ttl = hops;
            return this;
        }

        /** Whether TCP sends small packets at once; true by default. */
        public Builder noDelay(boolean on) {
            noDelay = on;
            return this;
        }

        /** Whether TCP probes idle connections; false by default. */
        public Builder keepAlive(boolean on) {
            keepAlive = on;
            return this;
        }

        /** Whether a send that would have to wait drops (and counts) the message instead; false by default. */
        public Builder bestEffort(boolean on) {
            bestEffort = on;
            return this;
        }

        /** Whether a send fails at once when nobody is connected, and a request when its last peer leaves; false by default. */
        public Builder failNoPeers(boolean on) {
            failNoPeers = on;
            return this;
        }

        /** PUB, SUB, BUS: whether a full queue drops its oldest message rather than the newest; true by default. */
        public Builder preferNew(boolean on) {
            preferNew = on;
            return this;
        }

        /** The keys and certificates for {@code tls+tcp} and {@code wss}; none by default. */
        public Builder tls(PemFiles files) {
            tls = Objects.requireNonNull(files, "tls");
            return this;
        }

        /**
         * TLS as a context of Java has it, instead of files: its key manager may choose by the name that the peer asked for (SNI), and
         * may change its certificates at any time. Dialers check that the certificate is for the host of their address.
         * Goes before {@link #tls(PemFiles)}.
         *
         * @param context initialised
         * @param demandPeer whether a listener demands a certificate from those who dial
         */
        public Builder sslContext(SSLContext context, boolean demandPeer) {
            sslContext = Objects.requireNonNull(context, "sslContext");
            this.demandPeer = demandPeer;
            return this;
        }

        /**
         * From where web pages may open a WebSocket to this listener; others are refused with 403. By default from where the listener
         * is. Programs other than browsers are not concerned.
         */
        public Builder origins(Origins allowed) {
            origins = Objects.requireNonNull(allowed, "origins");
            return this;
        }

        /**
         * Who may connect to the socket files of {@code ipc} listeners: who may write them. By default that is up to the process
         * (umask). The file has these from its first moment on.
         *
         * @param permissions as {@code ls} writes them: {@code rw-rw----}
         * @throws IllegalArgumentException if they are written in another way
         */
        public Builder ipcPermissions(String permissions) {
            try {
                ipcPermissions = PosixFilePermissions.fromString(permissions);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "ipcPermissions must be written like rw-rw----: ipcPermissions=" + permissions, e);
            }
            return this;
        }

        /** What the system is asked to buffer of what is sent through a pipe (SO_SNDBUF), in bytes; 0, the default: what it likes. */
        public Builder systemSendBuffer(int bytes) {
            systemSendBuffer = bytes;
            return this;
        }

        /** What the system is asked to buffer of what has come through a pipe (SO_RCVBUF), in bytes; 0, the default: what it likes. */
        public Builder systemReceiveBuffer(int bytes) {
            systemReceiveBuffer = bytes;
            return this;
        }
    }
}
