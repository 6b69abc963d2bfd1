// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A socket of one protocol: any number of dialers and listeners, and the pipes they bring. What can be sent and received is
 * for the interfaces that extend it. Thread-safe.
 */
public interface SpSocket extends AutoCloseable {
    /** Its protocol. */
    Protocol protocol();

    /** Its present settings. */
    SocketOptions options();

    /**
     * Changes settings while it is open.
     *
     * <ul>
     *   <li>From the next call or message on: {@code sendTimeout}, {@code receiveTimeout}, {@code bestEffort}, {@code failNoPeers},
     *       {@code surveyTime}, {@code ttl}, {@code linger}, for contexts that are open, too. Who waits already goes on to wait as
     *       long as it was said.
     *   <li>For the dialers, listeners, endpoints and handlers of {@code serve} that are made from now on: all settings of connections
     *       ({@code sendBuffer}, {@code maxReceiveSize}, {@code reconnectMin} and the like, TLS), and {@code serviceTimeout}. For the pauses
     *       of a dialer that is there already see {@link SocketDialer#pauses}.
     *   <li>Not at all: {@code receiveBuffer}, {@code spin}, {@code resendTime}, {@code preferNew}.
     * </ul>
     *
     * @param change gets the present settings, returns the next ones; may be called several times if others change them, too
     * @return the next ones
     * @throws IllegalArgumentException if one of the last group is changed; then nothing has been
     */
    SocketOptions change(UnaryOperator<SocketOptions> change);

    /**
     * Connects to an address, now or as soon as somebody listens there, and again after each loss.
     *
     * @param uri {@code inproc://name}, {@code ipc:///path}, {@code tcp://host:port}, {@code tls+tcp://host:port},
     *     {@code ws://host:port/path}, {@code wss://host:port/path}
     * @return to wait for the first connection, or to stop
     * @throws SpException ADDRESS_INVALID, NOT_TRUSTED (no certificate where one is needed), CLOSED
     */
    SocketDialer dial(String uri);

    /**
     * Listens at an address, see {@link #dial}; port 0 takes a free one, host {@code *} all interfaces.
     *
     * @throws SpException ADDRESS_IN_USE, ADDRESS_INVALID, PERMISSION_DENIED, NOT_TRUSTED, CLOSED
     */
    SocketListener listen(String uri);

    /**
     * {@link #dial(String)} with settings of its own. They count for what the pipe and its connection need: TLS, TCP, buffers of the
     * pipe and of the system, the largest message, pauses and limits of time of the handshake. All else stays as the socket was
     * opened.
     *
     * @throws SpException see {@link #dial(String)}
     */
    SocketDialer dial(String uri, SocketOptions settings);

    /**
     * {@link #listen(String)} with settings of its own, see {@link #dial(String, SocketOptions)}; origins and permissions count, too.
     *
     * @throws SpException see {@link #listen(String)}
     */
    SocketListener listen(String uri, SocketOptions settings);

    /** Adds a listener of pipe events, for pipes that come from now on. */
    void onPipe(PipeListener listener);

    /** Who is connected now. */
    List<PipeInfo> pipes();

    /**
     * Closes one pipe; its dialer, here or there, will dial again.
     *
     * @param pipe its number
     * @return whether there was such a pipe
     */
    boolean disconnect(int pipe);

    /** What it has done so far. */
    SocketStats stats();

    /** Closes and waits for what is yet to be written, at most the option {@code linger}. */
    @Override
    void close();

    /**
     * Closes.
     *
     * @param linger how long to wait for what is yet to be written; zero: not at all
     */
    void close(Duration linger);
}
