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
 * The options of a socket, given when it is opened; {@link SpSocket#change} changes some of them later. Names and defaults are
 * those of nanomsg, nng and mangos where they have the same option. {@link #builder} makes options, and its methods name the
 * defaults. Immutable.
 *
 * @param sendTimeout how long a send may wait for room or for a peer; zero: it does not wait
 * @param receiveTimeout how long a receive may wait for a message; zero: it does not wait
 * @param sendBuffer messages that may wait in each pipe to be written; 1 to 1048576
 * @param receiveBuffer messages that may wait in the socket to be received; 1 to 1048576
 * @param maxReceiveSize the largest message that is received from another process, in bytes; 0: any
 * @param reconnectMin the first pause before dialling again, more than zero
 * @param reconnectMax the longest pause before dialling again, more than zero
 * @param handshakeTimeout how long the handshake of a new connection may take, more than zero
 * @param resendTime REQ: the time after which a request without a reply is sent again; zero: never
 * @param surveyTime SURVEYOR: how long answers are taken, more than zero
 * @param serviceTimeout how long a service may take for a message, more than zero
 * @param linger how long closing waits until messages are written; zero: drops them
 * @param spin how long a waiting thread polls before it sleeps, at most 1 ms; zero: it does not poll
 * @param ttl hops that a message may have made when it arrives; 1 to 255
 * @param noDelay whether TCP sends small packets at once
 * @param keepAlive whether TCP probes idle connections
 * @param bestEffort whether a send that would have to wait drops the message instead
 * @param failNoPeers whether a send fails at once when no peer is connected
 * @param preferNew PUB, SUB, BUS: whether a full queue drops its oldest message rather than the newest
 * @param tls keys and certificates as files, or null
 * @param sslContext keys and certificates as a context of Java, or null; it goes before {@code tls}
 * @param demandPeer whether a listener with an {@code sslContext} demands a certificate
 * @param origins the web pages that may open a WebSocket to a listener
 * @param ipcPermissions the permissions of the socket files of {@code ipc} listeners, or null: as the process makes files
 * @param systemSendBuffer SO_SNDBUF in bytes; 0: the default of the system
 * @param systemReceiveBuffer SO_RCVBUF in bytes; 0: the default of the system
 * @param host where the socket lives, or null: in this process; that of a dialer or listener does not count
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
        int systemReceiveBuffer,
        @Nullable SocketHost host) {
    /** A duration that stands for no limit, the longest that options and calls know: some 292 years. */
    public static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

    private static final int MOST_MESSAGES = 1 << 20;
    private static final int MOST_HOPS = 255;
    private static final Duration LONGEST_SPIN = Duration.ofMillis(1);
    private static final SocketOptions DEFAULTS = new Builder().build();

    /**
     * Checks each value. A limit of time that is longer than {@link #FOREVER} becomes that.
     *
     * @param sendTimeout zero or more
     * @param receiveTimeout zero or more
     * @param sendBuffer 1 to 1048576
     * @param receiveBuffer 1 to 1048576
     * @param maxReceiveSize 0 or more
     * @param reconnectMin more than zero
     * @param reconnectMax more than zero; less than {@code reconnectMin} counts as that
     * @param handshakeTimeout more than zero
     * @param resendTime zero or more
     * @param surveyTime more than zero
     * @param serviceTimeout more than zero
     * @param linger zero or more
     * @param spin zero to 1 ms
     * @param ttl 1 to 255
     * @param noDelay either
     * @param keepAlive either
     * @param bestEffort either
     * @param failNoPeers either
     * @param preferNew either
     * @param tls null: none
     * @param sslContext null: none
     * @param demandPeer either; counts with {@code sslContext} only
     * @param origins not null
     * @param ipcPermissions copied; null: none
     * @param systemSendBuffer 0 or more
     * @param systemReceiveBuffer 0 or more
     * @param host null: this process
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

    /** {@return the defaults, which the methods of {@link Builder} name} */
    public static SocketOptions defaults() {
        return DEFAULTS;
    }

    /** {@return a builder that begins with the defaults} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return a builder that begins with these options} */
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

    /**
     * Collects options; {@link #build} checks their ranges. Each method sets one option and returns this builder. A limit of
     * time may be {@link #FOREVER}; longer ones count as that. Not thread-safe.
     */
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
        private @Nullable SocketHost host;

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
            host = from.host;
        }

        /**
         * {@return the options that were collected}
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
                    systemReceiveBuffer,
                    host);
        }

        /**
         * Sets how long a send may wait for room or for a peer.
         *
         * @param limit zero: it does not wait; {@link #FOREVER} by default
         * @return this builder
         */
        public Builder sendTimeout(Duration limit) {
            sendTimeout = limit;
            return this;
        }

        /**
         * Sets how long a receive may wait for a message.
         *
         * @param limit zero: it does not wait; {@link #FOREVER} by default
         * @return this builder
         */
        public Builder receiveTimeout(Duration limit) {
            receiveTimeout = limit;
            return this;
        }

        /**
         * Sets how many messages may wait in each pipe to be written.
         *
         * @param messages 1 to 1048576, 128 by default
         * @return this builder
         */
        public Builder sendBuffer(int messages) {
            sendBuffer = messages;
            return this;
        }

        /**
         * Sets how many messages may wait in the socket, or in a context of SUB, to be received. From 64 on an eighth more may
         * wait on the receivers' side.
         *
         * @param messages 1 to 1048576, 128 by default
         * @return this builder
         */
        public Builder receiveBuffer(int messages) {
            receiveBuffer = messages;
            return this;
        }

        /**
         * Sets the largest message, with its header, that is received. A larger one ends its pipe. Within a process
         * ({@code inproc}) it does not count.
         *
         * @param bytes 0: any size; 1 MiB by default
         * @return this builder
         */
        public Builder maxReceiveSize(int bytes) {
            maxReceiveSize = bytes;
            return this;
        }

        /**
         * Sets the first pause before dialling again. Each pause is drawn at random from the upper half of its range.
         *
         * @param pause more than zero, 100 ms by default
         * @return this builder
         */
        public Builder reconnectMin(Duration pause) {
            reconnectMin = pause;
            return this;
        }

        /**
         * Sets the longest pause before dialling again. Pauses double up to it.
         *
         * @param pause more than zero, 10 s by default
         * @return this builder
         */
        public Builder reconnectMax(Duration pause) {
            reconnectMax = pause;
            return this;
        }

        /**
         * Sets how long the handshake of a new connection may take: the SP header, and TLS and HTTP before it.
         *
         * @param limit more than zero, 10 s by default
         * @return this builder
         */
        public Builder handshakeTimeout(Duration limit) {
            handshakeTimeout = limit;
            return this;
        }

        /**
         * Sets the time after which REQ sends a request without a reply again.
         *
         * @param time zero: never, not even when its pipe is lost; 60 s by default
         * @return this builder
         */
        public Builder resendTime(Duration time) {
            resendTime = time;
            return this;
        }

        /**
         * Sets how long SURVEYOR takes answers.
         *
         * @param time more than zero, 1 s by default
         * @return this builder
         */
        public Builder surveyTime(Duration time) {
            surveyTime = time;
            return this;
        }

        /**
         * Sets how long the service of an endpoint, or the handler of {@code serve}, may take for a message. After that its
         * place is free for another message, the request stays unanswered, and it is counted as {@code OVERDUE}. An answer that
         * comes later is dropped. Sending an answer may take as long once more, or {@code sendTimeout} if that is less.
         *
         * @param limit more than zero, 60 s by default
         * @return this builder
         */
        public Builder serviceTimeout(Duration limit) {
            serviceTimeout = limit;
            return this;
        }

        /**
         * Sets how long closing waits until messages are written.
         *
         * @param limit zero: drops them at once; 1 s by default
         * @return this builder
         */
        public Builder linger(Duration limit) {
            linger = limit;
            return this;
        }

        /**
         * Sets how long a waiting thread polls before it sleeps. It polls for less where polling seldom helps.
         *
         * @param limit at most 1 ms, zero: it does not poll; 50 µs by default
         * @return this builder
         */
        public Builder spin(Duration limit) {
            spin = limit;
            return this;
        }

        /**
         * Sets how many hops a message may have made when it arrives. One with more is dropped.
         *
         * @param hops 1 to 255, 8 by default
         * @return this builder
         */
        public Builder ttl(int hops) {
            ttl = hops;
            return this;
        }

        /**
         * Sets whether TCP sends small packets at once (TCP_NODELAY).
         *
         * @param on true by default
         * @return this builder
         */
        public Builder noDelay(boolean on) {
            noDelay = on;
            return this;
        }

        /**
         * Sets whether TCP probes idle connections (SO_KEEPALIVE).
         *
         * @param on false by default
         * @return this builder
         */
        public Builder keepAlive(boolean on) {
            keepAlive = on;
            return this;
        }

        /**
         * Sets whether a send that would have to wait drops, and counts, the message instead. REQ sends it later instead.
         *
         * @param on false by default
         * @return this builder
         */
        public Builder bestEffort(boolean on) {
            bestEffort = on;
            return this;
        }

        /**
         * Sets whether a send fails with NO_PEERS when no peer is connected, and a request when its last peer leaves.
         *
         * @param on false by default
         * @return this builder
         */
        public Builder failNoPeers(boolean on) {
            failNoPeers = on;
            return this;
        }

        /**
         * Sets whether a full queue of PUB, SUB or BUS drops its oldest message rather than the newest.
         *
         * @param on true by default
         * @return this builder
         */
        public Builder preferNew(boolean on) {
            preferNew = on;
            return this;
        }

        /**
         * Sets the keys and certificates for {@code tls+tcp} and {@code wss}.
         *
         * @param files not null; none by default
         * @return this builder
         */
        public Builder tls(PemFiles files) {
            tls = Objects.requireNonNull(files, "tls");
            return this;
        }

        /**
         * Sets TLS as a context of Java instead of files. Its key manager may choose by the name that the peer asked for (SNI),
         * and may change its certificates at any time. Dialers check that the certificate is for the host of their address. It
         * goes before {@link #tls(PemFiles)}.
         *
         * @param context initialised
         * @param demandPeer whether a listener demands a certificate from those who dial
         * @return this builder
         */
        public Builder sslContext(SSLContext context, boolean demandPeer) {
            sslContext = Objects.requireNonNull(context, "sslContext");
            this.demandPeer = demandPeer;
            return this;
        }

        /**
         * Sets the web pages that may open a WebSocket to this listener. Others are refused with 403. Programs other than
         * browsers are not concerned.
         *
         * @param allowed {@link Origins#same} by default
         * @return this builder
         */
        public Builder origins(Origins allowed) {
            origins = Objects.requireNonNull(allowed, "origins");
            return this;
        }

        /**
         * Sets the permissions of the socket files of {@code ipc} listeners, from their first moment on. Who may write a file
         * may connect to it. By default the umask of the process counts.
         *
         * @param permissions as {@code ls} writes them: {@code rw-rw----}
         * @return this builder
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

        /**
         * Sets how much the system may buffer of what is sent through a pipe (SO_SNDBUF).
         *
         * @param bytes 0, the default: as much as the system likes
         * @return this builder
         */
        public Builder systemSendBuffer(int bytes) {
            systemSendBuffer = bytes;
            return this;
        }

        /**
         * Sets how much the system may buffer of what has come through a pipe (SO_RCVBUF).
         *
         * @param bytes 0, the default: as much as the system likes
         * @return this builder
         */
        public Builder systemReceiveBuffer(int bytes) {
            systemReceiveBuffer = bytes;
            return this;
        }

        /**
         * Sets where the socket lives, for simulations: whose time and chance it goes by, and whose transports connect it.
         *
         * @param newHost this process by default
         * @return this builder
         */
        public Builder host(SocketHost newHost) {
            host = Objects.requireNonNull(newHost, "host");
            return this;
        }
    }
}
