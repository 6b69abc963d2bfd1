// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

/**
 * The protocols of sockets, with their numbers in the handshake (protocol · 16 + role) and their names in WebSocket upgrades.
 * Source: the SP RFCs ({@code sp-protocol-ids}).
 */
public enum Protocol {
    /** One to one, both ways; nanomsg calls it PAIR. */
    PAIR0(0x10, 0x10, "pair"),
    /** One to one with a hop count, or one to many by choice; nng and mangos only. It does not talk to PAIR0. */
    PAIR1(0x11, 0x11, "pair1"),
    /** Publishes each message to all subscribers. */
    PUB(0x20, 0x21, "pub"),
    /** Receives the published messages that begin with one of its prefixes. */
    SUB(0x21, 0x20, "sub"),
    /** Asks one of its peers at a time. */
    REQ(0x30, 0x31, "req"),
    /** Answers requests. */
    REP(0x31, 0x30, "rep"),
    /** Hands out work: each message goes to one peer. */
    PUSH(0x50, 0x51, "push"),
    /** Takes work from all its peers. */
    PULL(0x51, 0x50, "pull"),
    /** Asks all peers at once, and takes answers for a time. */
    SURVEYOR(0x62, 0x63, "surveyor"),
    /** Answers surveys. */
    RESPONDENT(0x63, 0x62, "respondent"),
    /** Sends to all its neighbours. */
    BUS(0x70, 0x70, "bus");

    private static final String SUBPROTOCOL_SUFFIX = ".sp.nanomsg.org";

    private final int number;
    private final int peerNumber;
    private final String label;

    Protocol(int number, int peerNumber, String label) {
        this.number = number;
        this.peerNumber = peerNumber;
        this.label = label;
    }

    /** {@return the number of this protocol in the handshake} */
    public int number() {
        return number;
    }

    /** {@return the number that the handshake of a peer must carry} */
    public int peerNumber() {
        return peerNumber;
    }

    /** {@return the name in lower case, such as {@code req}} */
    public String label() {
        return label;
    }

    /** {@return the protocol that this one talks to} */
    public Protocol peer() {
        return ofNumber(peerNumber);
    }

    /** {@return the WebSocket subprotocol of a server of this protocol, such as {@code rep.sp.nanomsg.org}} */
    public String subprotocol() {
        return label + SUBPROTOCOL_SUFFIX;
    }

    /** The protocol of this number. */
    private static Protocol ofNumber(int number) {
        for (Protocol protocol : values()) {
            if (protocol.number == number) {
                return protocol;
            }
        }
        throw new IllegalArgumentException("no protocol has this number: number=" + number);
    }
}
