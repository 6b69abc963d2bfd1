// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.ReceivingSocket;
import io.troupe.sp.socket.RepSocket;
import io.troupe.sp.socket.ReqSocket;
import io.troupe.sp.socket.SendingSocket;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SubSocket;
import io.troupe.sp.socket.SurveyorSocket;

/**
 * Opens sockets, one method for each protocol: with default options, or with given ones. Each socket must be closed; threads
 * begin with the first socket that needs them and end with the last. Any thread.
 */
public final class Sockets {
    private Sockets() {}

    /** {@return a PAIR socket of version 0 with default options: one peer at a time, both ways} */
    public static DuplexSocket pair() {
        return pair(SocketOptions.defaults());
    }

    /**
     * {@return a PAIR socket of version 0: one peer at a time, both ways}
     *
     * @param options of the socket
     */
    public static DuplexSocket pair(SocketOptions options) {
        return SocketKind.PAIR.open(options);
    }

    /** {@return a PAIR socket of version 1 with one peer and default options; nng and mangos understand it, nanomsg does not} */
    public static DuplexSocket pair1() {
        return pair1(SocketOptions.defaults());
    }

    /**
     * {@return a PAIR socket of version 1 with one peer; nng and mangos understand it, nanomsg does not}
     *
     * @param options of the socket
     */
    public static DuplexSocket pair1(SocketOptions options) {
        return SocketKind.PAIR1.open(options);
    }

    /** {@return a PAIR socket of version 1 with many peers and default options} See {@link #pair1Poly(SocketOptions)}. */
    public static DuplexSocket pair1Poly() {
        return pair1Poly(SocketOptions.defaults());
    }

    /**
     * {@return a PAIR socket of version 1 with many peers} A message goes to the peer whose pipe it bears, see
     * {@link io.troupe.sp.message.SpMessage#pipe()}; without one it goes to any. A message that its peer has no room for is
     * dropped.
     *
     * @param options of the socket
     */
    public static DuplexSocket pair1Poly(SocketOptions options) {
        return SocketKind.PAIR1_POLY.open(options);
    }

    /** {@return a PUB socket with default options, which sends to all peers that are there and waits for none} */
    public static SendingSocket pub() {
        return pub(SocketOptions.defaults());
    }

    /**
     * {@return a PUB socket, which sends to all peers that are there and waits for none}
     *
     * @param options of the socket
     */
    public static SendingSocket pub(SocketOptions options) {
        return SocketKind.PUB.open(options);
    }

    /** {@return a SUB socket with default options, which receives the messages it has subscribed to; at first none} */
    public static SubSocket sub() {
        return sub(SocketOptions.defaults());
    }

    /**
     * {@return a SUB socket, which receives the messages it has subscribed to; at first none}
     *
     * @param options of the socket
     */
    public static SubSocket sub(SocketOptions options) {
        return SocketKind.SUB.open(options);
    }

    /** {@return a PUSH socket with default options, which sends each message to one of its peers} */
    public static SendingSocket push() {
        return push(SocketOptions.defaults());
    }

    /**
     * {@return a PUSH socket, which sends each message to one of its peers}
     *
     * @param options of the socket
     */
    public static SendingSocket push(SocketOptions options) {
        return SocketKind.PUSH.open(options);
    }

    /** {@return a PULL socket with default options, which receives from all its peers} */
    public static ReceivingSocket pull() {
        return pull(SocketOptions.defaults());
    }

    /**
     * {@return a PULL socket, which receives from all its peers}
     *
     * @param options of the socket
     */
    public static ReceivingSocket pull(SocketOptions options) {
        return SocketKind.PULL.open(options);
    }

    /** {@return a BUS socket with default options, which sends to all its peers and waits for none} */
    public static DuplexSocket bus() {
        return bus(SocketOptions.defaults());
    }

    /**
     * {@return a BUS socket, which sends to all its peers and waits for none}
     *
     * @param options of the socket
     */
    public static DuplexSocket bus(SocketOptions options) {
        return SocketKind.BUS.open(options);
    }

    /** {@return a REQ socket with default options, which asks one peer at a time} */
    public static ReqSocket req() {
        return req(SocketOptions.defaults());
    }

    /**
     * {@return a REQ socket, which asks one peer at a time}
     *
     * @param options of the socket
     */
    public static ReqSocket req(SocketOptions options) {
        return SocketKind.REQ.open(options);
    }

    /** {@return a REP socket with default options, which answers requests} */
    public static RepSocket rep() {
        return rep(SocketOptions.defaults());
    }

    /**
     * {@return a REP socket, which answers requests}
     *
     * @param options of the socket
     */
    public static RepSocket rep(SocketOptions options) {
        return SocketKind.REP.open(options);
    }

    /** {@return a SURVEYOR socket with default options, which asks all peers at once} */
    public static SurveyorSocket surveyor() {
        return surveyor(SocketOptions.defaults());
    }

    /**
     * {@return a SURVEYOR socket, which asks all peers at once}
     *
     * @param options of the socket
     */
    public static SurveyorSocket surveyor(SocketOptions options) {
        return SocketKind.SURVEYOR.open(options);
    }

    /** {@return a RESPONDENT socket with default options, which answers surveys as REP answers requests} */
    public static RepSocket respondent() {
        return respondent(SocketOptions.defaults());
    }

    /**
     * {@return a RESPONDENT socket, which answers surveys as REP answers requests}
     *
     * @param options of the socket
     */
    public static RepSocket respondent(SocketOptions options) {
        return SocketKind.RESPONDENT.open(options);
    }

    /**
     * {@return a raw socket with default options, see {@link #raw(Protocol, SocketOptions)}}
     *
     * @param protocol of the socket
     */
    public static DuplexSocket raw(Protocol protocol) {
        return raw(protocol, SocketOptions.defaults());
    }

    /**
     * {@return a raw socket, for devices} It passes messages with their headers, and keeps no state between them. A raw PAIR1
     * socket has many peers. A direction that the protocol does not have fails with NOT_SUPPORTED.
     *
     * @param protocol of the socket
     * @param options of the socket
     */
    public static DuplexSocket raw(Protocol protocol, SocketOptions options) {
        return SocketKind.raw(protocol).open(options);
    }
}
