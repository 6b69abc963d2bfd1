// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A socket of one protocol: any number of dialers and listeners, and the pipes they bring. {@link io.troupe.sp.Sockets} opens
 * sockets; the interfaces that extend this one say what they send and receive. A socket must be closed. Thread-safe.
 */
public interface SpSocket extends AutoCloseable {
    /** {@return the protocol of this socket} */
    Protocol protocol();

    /** {@return the present options} */
    SocketOptions options();

    /**
     * Changes options of an open socket.
     *
     * <ul>
     *   <li>From the next call or message on, for contexts that are open, too: {@code sendTimeout}, {@code receiveTimeout},
     *       {@code bestEffort}, {@code failNoPeers}, {@code surveyTime}, {@code ttl}, {@code linger}. A call that waits already
     *       keeps its limit.
     *   <li>For the dialers, listeners, endpoints and handlers of {@code serve} that are made from now on: all options of
     *   connections
     *       ({@code sendBuffer}, {@code maxReceiveSize}, {@code reconnectMin} and the like, TLS), and {@code serviceTimeout}.
     *       {@link SocketDialer#pauses} changes the pauses of a dialer that exists.
     *   <li>Not at all: {@code receiveBuffer}, {@code spin}, {@code resendTime}, {@code preferNew}, {@code host}.
     * </ul>
     *
     * @param change gets the present options and returns the next ones; callers take turns, so it must not wait for another one
     * @return the next options
     * @throws IllegalArgumentException if an option of the last group changes; then none has changed
     */
    SocketOptions change(UnaryOperator<SocketOptions> change);

    /**
     * Connects to an address, now or as soon as somebody listens there, and again after each loss. Does not wait. What prevents a
     * connection (an unknown host, a certificate that is not trusted) shows in {@link SocketDialer#lastError}.
     *
     * @param uri {@code inproc://name}, {@code ipc:///path}, {@code abstract://name}, {@code tcp://host:port},
     *     {@code tls+tcp://host:port}, {@code ws://host:port/path}, {@code wss://host:port/path}
     * @return the dialer, to wait for the first connection or to stop
     * @throws SpException ADDRESS_INVALID when nobody can ever be dialled there: it has not the form that its transport wants,
     *     or no transport has its scheme; CLOSED
     */
    SocketDialer dial(String uri);

    /**
     * Listens at an address, see {@link #dial(String)} for its forms. Port 0 takes a free port, host {@code *} all interfaces.
     *
     * @param uri the address
     * @return the listener, which says the real port
     * @throws SpException ADDRESS_IN_USE; ADDRESS_INVALID; PERMISSION_DENIED; NOT_TRUSTED when TLS has no certificate, or none
     *     that can be read; CLOSED
     */
    SocketListener listen(String uri);

    /**
     * Connects to an address with options of its own, see {@link #dial(String)}.
     *
     * @param uri the address
     * @param settings count for the pipe and its connection: TLS, TCP, buffers of the pipe and of the system, the largest
     *     message, pauses and the time of the handshake. For all else those of the socket count
     * @return the dialer, to wait for the first connection or to stop
     * @throws SpException see {@link #dial(String)}
     */
    SocketDialer dial(String uri, SocketOptions settings);

    /**
     * Listens at an address with options of its own, see {@link #listen(String)}.
     *
     * @param uri the address
     * @param settings count for the pipes and their connections, as with {@link #dial(String, SocketOptions)}; origins and
     *     permissions count, too
     * @return the listener, which says the real port
     * @throws SpException see {@link #listen(String)}
     */
    SocketListener listen(String uri, SocketOptions settings);

    /**
     * Adds a listener of pipe events. It hears of pipes that come from now on.
     *
     * @param listener stays as long as the socket is open
     */
    void onPipe(PipeListener listener);

    /** {@return the pipes that are connected now} The list does not change. */
    List<PipeInfo> pipes();

    /**
     * Closes one pipe. Its dialer, here or at the peer, dials again.
     *
     * @param pipe the number of the pipe, see {@link PipeInfo#id}
     * @return whether the socket had such a pipe
     */
    boolean disconnect(int pipe);

    /** {@return what the socket has done so far} The counters are read one after the other, not at one moment. */
    SocketStats stats();

    /**
     * Closes the socket, and waits until its messages are written, at most as long as the option {@code linger} says; see {@link
     * #close(Duration)}.
     */
    @Override
    void close();

    /**
     * Closes the socket, its dialers, listeners and contexts. Waiting calls fail with CLOSED. Closing twice is harmless. Code
     * that must not wait may call it, too: in a {@link PipeListener}, a handler of {@link RepSocket#serve} and where
     * {@link SurveyorSocket#survey( io.troupe.sp.message.SpMessage, java.util.function.Consumer)} hands over answers it returns
     * at once, and a thread of its own waits.
     *
     * @param linger how long to wait until messages are written; zero: drops them at once
     * @throws IllegalArgumentException if {@code linger} is negative
     */
    void close(Duration linger);
}
