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
        return SocketKind.PAIR.open(options);
    }

    /** A PAIR socket, version 1, with one peer. */
    public static DuplexSocket pair1() {
        return pair1(SocketOptions.defaults());
    }

    /** A PAIR socket, version 1, with one peer. */
    public static DuplexSocket pair1(SocketOptions options) {
        return SocketKind.PAIR1.open(options);
    }

    /**
     * A PAIR socket, version 1, with many peers: a message goes to the one whose pipe it bears, see {@link io.troupe.sp.message.SpMessage#pipe()}; without
     * one to any. What a peer cannot take is dropped.
     */
    public static DuplexSocket pair1Poly() {
        return pair1Poly(SocketOptions.defaults());
    }

    /**
     * A PAIR socket, version 1, with many peers: a message goes to the one whose pipe it bears, see {@link io.troupe.sp.message.SpMessage#pipe()}; without
     * one to any. What a peer cannot take is dropped.
     */
    public static DuplexSocket pair1Poly(SocketOptions options) {
        return SocketKind.PAIR1_POLY.open(options);
    }

    /** A PUB socket: sends to all who are there, waits for nobody. */
    public static SendingSocket pub() {
        return pub(SocketOptions.defaults());
    }

    /** A PUB socket: sends to all who are there, waits for nobody. */
    public static SendingSocket pub(SocketOptions options) {
        return SocketKind.PUB.open(options);
    }

    /** A SUB socket: receives what it has subscribed to. */
    public static SubSocket sub() {
        return sub(SocketOptions.defaults());
    }

    /** A SUB socket: receives what it has subscribed to. */
    public static SubSocket sub(SocketOptions options) {
        return SocketKind.SUB.open(options);
    }

    /** A PUSH socket: sends each message to one of its peers. */
    public static SendingSocket push() {
        return push(SocketOptions.defaults());
    }

    /** A PUSH socket: sends each message to one of its peers. */
    public static SendingSocket push(SocketOptions options) {
        return SocketKind.PUSH.open(options);
    }

    /** A PULL socket: receives from all its peers. */
    public static ReceivingSocket pull() {
        return pull(SocketOptions.defaults());
    }

    /** A PULL socket: receives from all its peers. */
    public static ReceivingSocket pull(SocketOptions options) {
        return SocketKind.PULL.open(options);
    }

    /** A BUS socket: sends to all its peers, waits for nobody. */
    public static DuplexSocket bus() {
        return bus(SocketOptions.defaults());
    }

    /** A BUS socket: sends to all its peers, waits for nobody. */
    public static DuplexSocket bus(SocketOptions options) {
        return SocketKind.BUS.open(options);
    }

    /** A REQ socket: asks one peer at a time. */
    public static ReqSocket req() {
        return req(SocketOptions.defaults());
    }

    /** A REQ socket: asks one peer at a time. */
    public static ReqSocket req(SocketOptions options) {
        return SocketKind.REQ.open(options);
    }

    /** A REP socket: answers. */
    public static RepSocket rep() {
        return rep(SocketOptions.defaults());
    }

    /** A REP socket: answers. */
    public static RepSocket rep(SocketOptions options) {
        return SocketKind.REP.open(options);
    }

    /** A SURVEYOR socket: asks all peers at once. */
    public static SurveyorSocket surveyor() {
        return surveyor(SocketOptions.defaults());
    }

    /** A SURVEYOR socket: asks all peers at once. */
    public static SurveyorSocket surveyor(SocketOptions options) {
        return SocketKind.SURVEYOR.open(options);
    }

    /** A RESPONDENT socket: answers surveys, as REP answers requests. */
    public static RepSocket respondent() {
        return respondent(SocketOptions.defaults());
    }

    /** A RESPONDENT socket: answers surveys, as REP answers requests. */
    public static RepSocket respondent(SocketOptions options) {
        return SocketKind.RESPONDENT.open(options);
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
        return SocketKind.raw(protocol).open(options);
    }
}
