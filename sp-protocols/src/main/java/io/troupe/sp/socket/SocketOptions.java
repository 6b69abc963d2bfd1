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
 * The settings of a socket, given when it is opened (some may {@linkplain io.troupe.sp.socket.SpSocket#change change}); names and defaults are those of the field (nanomsg, nng, mangos).
 * Immutable: each method returns a changed copy.
 */
public final class SocketOptions {
    /** No limit of time. */
    public static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

    private static final SocketOptions DEFAULTS = new SocketOptions();
    private static final int MOST_MESSAGES = 1 << 20;
    private static final int MOST_HOPS = 255;
    private static final Duration LONGEST_SPIN = Duration.ofMillis(1);

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

    private SocketOptions() {}

    private SocketOptions(SocketOptions other) {
        sendTimeout = other.sendTimeout;
        receiveTimeout = other.receiveTimeout;
        sendBuffer = other.sendBuffer;
        receiveBuffer = other.receiveBuffer;
        maxReceiveSize = other.maxReceiveSize;
        reconnectMin = other.reconnectMin;
        reconnectMax = other.reconnectMax;
        handshakeTimeout = other.handshakeTimeout;
        resendTime = other.resendTime;
        surveyTime = other.surveyTime;
        serviceTimeout = other.serviceTimeout;
        linger = other.linger;
        spin = other.spin;
        ttl = other.ttl;
        noDelay = other.noDelay;
        keepAlive = other.keepAlive;
        bestEffort = other.bestEffort;
        failNoPeers = other.failNoPeers;
        preferNew = other.preferNew;
        tls = other.tls;
        sslContext = other.sslContext;
        demandPeer = other.demandPeer;
        origins = other.origins;
        ipcPermissions = other.ipcPermissions;
        systemSendBuffer = other.systemSendBuffer;
        systemReceiveBuffer = other.systemReceiveBuffer;
    }

    /** The defaults that each method names. */
    public static SocketOptions defaults() {
        return DEFAULTS;
    }

    /** How long a send may wait for room or for a peer; {@link #FOREVER} by default. */
    public SocketOptions sendTimeout(Duration limit) {
        SocketOptions copy = new SocketOptions(this);
        copy.sendTimeout = notNegative("sendTimeout", limit);
        return copy;
    }

    /** {@link #sendTimeout(Duration)}. */
    public Duration sendTimeout() {
        return sendTimeout;
    }

    /** How long a receive may wait for a message; {@link #FOREVER} by default. */
    public SocketOptions receiveTimeout(Duration limit) {
        SocketOptions copy = new SocketOptions(this);
        copy.receiveTimeout = notNegative("receiveTimeout", limit);
        return copy;
    }

    /** {@link #receiveTimeout(Duration)}. */
    public Duration receiveTimeout() {
        return receiveTimeout;
    }

    /** Messages that may wait in each pipe to be written; 1 to 1048576, 128 by default. */
    public SocketOptions sendBuffer(int messages) {
        SocketOptions copy = new SocketOptions(this);
        copy.sendBuffer = between("sendBuffer", messages, 1, MOST_MESSAGES);
        return copy;
    }

    /** {@link #sendBuffer(int)}. */
    public int sendBuffer() {
        return sendBuffer;
    }

    /**
     * Messages that may wait in the socket (or context) to be received; 1 to 1048576, 128 by default. From 64 on an eighth more may
     * wait on the receivers' side.
     */
    public SocketOptions receiveBuffer(int messages) {
        SocketOptions copy = new SocketOptions(this);
        copy.receiveBuffer = between("receiveBuffer", messages, 1, MOST_MESSAGES);
        return copy;
    }

    /** {@link #receiveBuffer(int)}. */
    public int receiveBuffer() {
        return receiveBuffer;
    }

    /** The largest message, with its header, that is received, in bytes; more ends the pipe. 0: any; 1 MiB by default. */
    public SocketOptions maxReceiveSize(int bytes) {
        SocketOptions copy = new SocketOptions(this);
        copy.maxReceiveSize = between("maxReceiveSize", bytes, 0, Integer.MAX_VALUE);
        return copy;
    }

    /** {@link #maxReceiveSize(int)}. */
    public int maxReceiveSize() {
        return maxReceiveSize;
    }

    /** The first pause before dialling again; 100 ms by default. Each pause is drawn from the upper half of its range. */
    public SocketOptions reconnectMin(Duration pause) {
        SocketOptions copy = new SocketOptions(this);
        copy.reconnectMin = positive("reconnectMin", pause);
        return copy;
    }

    /** {@link #reconnectMin(Duration)}. */
    public Duration reconnectMin() {
        return reconnectMin;
    }

    /** The longest pause before dialling again, pauses double up to it; 10 s by default. */
    public SocketOptions reconnectMax(Duration pause) {
        SocketOptions copy = new SocketOptions(this);
        copy.reconnectMax = positive("reconnectMax", pause);
        return copy;
    }

    /** {@link #reconnectMax(Duration)}. */
    public Duration reconnectMax() {
        return reconnectMax;
    }

    /** How long a new connection has until the SP header (and TLS, and HTTP) is through; 10 s by default. */
    public SocketOptions handshakeTimeout(Duration limit) {
        SocketOptions copy = new SocketOptions(this);
        copy.handshakeTimeout = positive("handshakeTimeout", limit);
        return copy;
    }

    /** {@link #handshakeTimeout(Duration)}. */
    public Duration handshakeTimeout() {
        return handshakeTimeout;
    }

    /** REQ: after this time without a reply the request is sent again; zero: never, not even when its pipe is lost. 60 s. */
    public SocketOptions resendTime(Duration time) {
        SocketOptions copy = new SocketOptions(this);
        copy.resendTime = notNegative("resendTime", time);
        return copy;
    }

    /** {@link #resendTime(Duration)}. */
    public Duration resendTime() {
        return resendTime;
    }

    /** SURVEYOR: how long answers are taken; 1 s by default. */
    public SocketOptions surveyTime(Duration time) {
        SocketOptions copy = new SocketOptions(this);
        copy.surveyTime = positive("surveyTime", time);
        return copy;
    }

    /** {@link #surveyTime(Duration)}. */
    public Duration surveyTime() {
        return surveyTime;
    }

    /**
     * How long the service of an endpoint, or the handler of {@code serve}, may take for a message; 60 s by default. After that
     * the place of the message is free for others, the request stays unanswered, and it is counted as {@code OVERDUE}. An answer
     * that comes later is dropped. Sending the answer has the same time once more, unless {@code sendTimeout} is less.
     */
    public SocketOptions serviceTimeout(Duration limit) {
        SocketOptions copy = new SocketOptions(this);
        copy.serviceTimeout = positive("serviceTimeout", limit);
        return copy;
    }

    /** {@link #serviceTimeout(Duration)}. */
    public Duration serviceTimeout() {
        return serviceTimeout;
    }

    /** How long closing waits for messages that are yet to be written; 1 s by default, zero: drops them. */
    public SocketOptions linger(Duration limit) {
        SocketOptions copy = new SocketOptions(this);
        copy.linger = notNegative("linger", limit);
        return copy;
    }

    /** {@link #linger(Duration)}. */
    public Duration linger() {
        return linger;
    }

    /** How long a waiting thread polls before it sleeps, at most 1 ms; 50 µs by default, less when it seldom helps; zero: not at all. */
    public SocketOptions spin(Duration limit) {
        if (notNegative("spin", limit).compareTo(LONGEST_SPIN) > 0) {
            throw new IllegalArgumentException("spin must be at most 1 ms: spin=" + limit);
        }
        SocketOptions copy = new SocketOptions(this);
        copy.spin = limit;
        return copy;
    }

    /** {@link #spin(Duration)}. */
    public Duration spin() {
        return spin;
    }

    /** Hops a message may have made when it arrives; 1 to 255, 8 by default. */
    public SocketOptions ttl(int hops) {
        SocketOptions copy = new SocketOptions(this);
        copy.ttl = between("ttl", hops, 1, MOST_HOPS);
        return copy;
    }

    /** {@link #ttl(int)}. */
    public int ttl() {
        return ttl;
    }

    /** Whether TCP sends small packets at once; true by default. */
    public SocketOptions noDelay(boolean on) {
        SocketOptions copy = new SocketOptions(this);
        copy.noDelay = on;
        return copy;
    }

    /** {@link #noDelay(boolean)}. */
    public boolean noDelay() {
        return noDelay;
    }

    /** Whether TCP probes idle connections; false by default. */
    public SocketOptions keepAlive(boolean on) {
        SocketOptions copy = new SocketOptions(this);
        copy.keepAlive = on;
        return copy;
    }

    /** {@link #keepAlive(boolean)}. */
    public boolean keepAlive() {
        return keepAlive;
    }

    /** Whether a send that would have to wait drops (and counts) the message instead; false by default. */
    public SocketOptions bestEffort(boolean on) {
        SocketOptions copy = new SocketOptions(this);
        copy.bestEffort = on;
        return copy;
    }

    /** {@link #bestEffort(boolean)}. */
    public boolean bestEffort() {
        return bestEffort;
    }

    /** Whether a send fails at once when nobody is connected, and a request when its last peer leaves; false by default. */
    public SocketOptions failNoPeers(boolean on) {
        SocketOptions copy = new SocketOptions(this);
        copy.failNoPeers = on;
        return copy;
    }

    /** {@link #failNoPeers(boolean)}. */
    public boolean failNoPeers() {
        return failNoPeers;
    }

    /** PUB, SUB, BUS: whether a full queue drops its oldest message rather than the newest; true by default. */
    public SocketOptions preferNew(boolean on) {
        SocketOptions copy = new SocketOptions(this);
        copy.preferNew = on;
        return copy;
    }

    /** {@link #preferNew(boolean)}. */
    public boolean preferNew() {
        return preferNew;
    }

    /** The keys and certificates for {@code tls+tcp} and {@code wss}; none by default. */
    public SocketOptions tls(PemFiles files) {
        SocketOptions copy = new SocketOptions(this);
        copy.tls = Objects.requireNonNull(files, "tls");
        return copy;
    }

    /** {@link #tls(PemFiles)}, or null. */
    public @Nullable PemFiles tls() {
        return tls;
    }

    /**
     * TLS as a context of Java has it, instead of files: its key manager may choose by the name that the peer asked for (SNI), and
     * may change its certificates at any time. Dialers check that the certificate is for the host of their address.
     * Goes before {@link #tls(PemFiles)}.
     *
     * @param context initialised
     * @param demandPeer whether a listener demands a certificate from those who dial
     */
    public SocketOptions sslContext(SSLContext context, boolean demandPeer) {
        SocketOptions copy = new SocketOptions(this);
        copy.sslContext = Objects.requireNonNull(context, "sslContext");
        copy.demandPeer = demandPeer;
        return copy;
    }

    /** {@link #sslContext(SSLContext, boolean)}, or null. */
    public @Nullable SSLContext sslContext() {
        return sslContext;
    }

    /** Whether a listener with an {@link #sslContext(SSLContext, boolean)} demands a certificate. */
    public boolean demandPeer() {
        return demandPeer;
    }

    /**
     * From where web pages may open a WebSocket to this listener; others are refused with 403. By default from where the listener
     * is. Programs other than browsers are not concerned.
     */
    public SocketOptions origins(Origins allowed) {
        SocketOptions copy = new SocketOptions(this);
        copy.origins = Objects.requireNonNull(allowed, "origins");
        return copy;
    }

    /** {@link #origins(Origins)}. */
    public Origins origins() {
        return origins;
    }

    /**
     * Who may connect to the socket files of {@code ipc} listeners: who may write them. By default that is up to the process
     * (umask). The file has these from its first moment on.
     *
     * @param permissions as {@code ls} writes them: {@code rw-rw----}
     * @throws IllegalArgumentException if they are written in another way
     */
    public SocketOptions ipcPermissions(String permissions) {
        SocketOptions copy = new SocketOptions(this);
        try {
            copy.ipcPermissions = Set.copyOf(PosixFilePermissions.fromString(permissions));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "ipcPermissions must be written like rw-rw----: ipcPermissions=" + permissions, e);
        }
        return copy;
    }

    /** {@link #ipcPermissions(String)}, or null. */
    public @Nullable Set<PosixFilePermission> ipcPermissions() {
        return ipcPermissions;
    }

    /** What the system is asked to buffer of what is sent through a pipe (SO_SNDBUF), in bytes; 0, the default: what it likes. */
    public SocketOptions systemSendBuffer(int bytes) {
        SocketOptions copy = new SocketOptions(this);
        copy.systemSendBuffer = between("systemSendBuffer", bytes, 0, Integer.MAX_VALUE);
        return copy;
    }

    /** {@link #systemSendBuffer(int)}. */
    public int systemSendBuffer() {
        return systemSendBuffer;
    }

    /** What the system is asked to buffer of what has come through a pipe (SO_RCVBUF), in bytes; 0, the default: what it likes. */
    public SocketOptions systemReceiveBuffer(int bytes) {
        SocketOptions copy = new SocketOptions(this);
        copy.systemReceiveBuffer = between("systemReceiveBuffer", bytes, 0, Integer.MAX_VALUE);
        return copy;
    }

    /** {@link #systemReceiveBuffer(int)}. */
    public int systemReceiveBuffer() {
        return systemReceiveBuffer;
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

    private static int between(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    name + " must be from " + least + " to " + most + ": " + name + "=" + value);
        }
        return value;
    }
}
