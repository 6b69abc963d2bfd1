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

/** Opens sockets. Each comes with default settings or with given ones; all must be closed. */
public final class Sockets {
    private Sockets() {}

    /** A PAIR socket, version 0. */
    public static DuplexSocket pair() {
        return pair(SocketOptions.defaults());
    }

    /** A PAIR socket, version 0. */
    public static DuplexSocket pair(SocketOptions options) {
        return Pair.open(options, SocketEngine.shared());
    }

    /** A PAIR socket, version 1, with one peer. */
    public static DuplexSocket pair1() {
        return pair1(SocketOptions.defaults());
    }

    /** A PAIR socket, version 1, with one peer. */
    public static DuplexSocket pair1(SocketOptions options) {
        return Pair.one(options, SocketEngine.shared());
    }

    /**
     * A PAIR socket, version 1, with many peers: a message goes to the one whose pipe it bears, see {@code Message.pipe}; without
     * one to any. What a peer cannot take is dropped.
     */
    public static DuplexSocket pair1Poly() {
        return pair1Poly(SocketOptions.defaults());
    }

    /**
     * A PAIR socket, version 1, with many peers: a message goes to the one whose pipe it bears, see {@code Message.pipe}; without
     * one to any. What a peer cannot take is dropped.
     */
    public static DuplexSocket pair1Poly(SocketOptions options) {
        return Pair.poly(options, SocketEngine.shared());
    }

    /** A PUB socket: sends to all who are there, waits for nobody. */
    public static SendingSocket pub() {
        return pub(SocketOptions.defaults());
    }

    /** A PUB socket: sends to all who are there, waits for nobody. */
    public static SendingSocket pub(SocketOptions options) {
        return Publish.pub(options, SocketEngine.shared());
    }

    /** A SUB socket: receives what it has subscribed to. */
    public static SubSocket sub() {
        return sub(SocketOptions.defaults());
    }

    /** A SUB socket: receives what it has subscribed to. */
    public static SubSocket sub(SocketOptions options) {
        return Publish.sub(options, SocketEngine.shared());
    }

    /** A PUSH socket: sends each message to one of its peers. */
    public static SendingSocket push() {
        return push(SocketOptions.defaults());
    }

    /** A PUSH socket: sends each message to one of its peers. */
    public static SendingSocket push(SocketOptions options) {
        return Pipeline.push(options, SocketEngine.shared());
    }

    /** A PULL socket: receives from all its peers. */
    public static ReceivingSocket pull() {
        return pull(SocketOptions.defaults());
    }

    /** A PULL socket: receives from all its peers. */
    public static ReceivingSocket pull(SocketOptions options) {
        return Pipeline.pull(options, SocketEngine.shared());
    }

    /** A BUS socket: sends to all its peers, waits for nobody. */
    public static DuplexSocket bus() {
        return bus(SocketOptions.defaults());
    }

    /** A BUS socket: sends to all its peers, waits for nobody. */
    public static DuplexSocket bus(SocketOptions options) {
        return Bus.open(options, SocketEngine.shared());
    }

    /** A REQ socket: asks one peer at a time. */
    public static ReqSocket req() {
        return req(SocketOptions.defaults());
    }

    /** A REQ socket: asks one peer at a time. */
    public static ReqSocket req(SocketOptions options) {
        return RequestSocket.open(options, SocketEngine.shared());
    }

    /** A REP socket: answers. */
    public static RepSocket rep() {
        return rep(SocketOptions.defaults());
    }

    /** A REP socket: answers. */
    public static RepSocket rep(SocketOptions options) {
        return ReplySocket.open(Protocol.REP, options, SocketEngine.shared());
    }

    /** A SURVEYOR socket: asks all peers at once. */
    public static SurveyorSocket surveyor() {
        return surveyor(SocketOptions.defaults());
    }

    /** A SURVEYOR socket: asks all peers at once. */
    public static SurveyorSocket surveyor(SocketOptions options) {
        return SurveySocket.open(options, SocketEngine.shared());
    }

    /** A RESPONDENT socket: answers surveys, as REP answers requests. */
    public static RepSocket respondent() {
        return respondent(SocketOptions.defaults());
    }

    /** A RESPONDENT socket: answers surveys, as REP answers requests. */
    public static RepSocket respondent(SocketOptions options) {
        return ReplySocket.open(Protocol.RESPONDENT, options, SocketEngine.shared());
    }

    /** {@link #raw(Protocol, SocketOptions)}. */
    public static DuplexSocket raw(Protocol protocol) {
        return raw(protocol, SocketOptions.defaults());
    }

    /**
     * A raw socket, for devices: it passes messages with their headers, and knows nothing of what belongs together. PAIR1 has
     * many peers. A direction that the protocol has not fails with NOT_SUPPORTED.
     */
    public static DuplexSocket raw(Protocol protocol, SocketOptions options) {
        SocketEngine engine = SocketEngine.shared();
        return switch (protocol) {
            case PAIR0 -> Pair.raw(options, engine);
            case PAIR1 -> Pair.rawPoly(options, engine);
            case PUB -> Publish.rawPub(options, engine);
            case SUB -> Publish.rawSub(options, engine);
            case REQ -> RequestSocket.raw(options, engine);
            case REP, RESPONDENT -> ReplySocket.raw(protocol, options, engine);
            case PUSH -> Pipeline.rawPush(options, engine);
            case PULL -> Pipeline.rawPull(options, engine);
            case SURVEYOR -> SurveySocket.raw(options, engine);
            case BUS -> Bus.raw(options, engine);
        };
    }
}
