// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

/**
 * The protocols, with the numbers that the handshake carries (protocol · 16 + role) and the names that WebSocket
 * upgrades carry. Source: the SP RFCs ({@code sp-protocol-ids}).
 */
public enum Protocol {
    /** One to one; what nanomsg calls PAIR. */
    PAIR0(0x10, 0x10, "pair"),
    /** One to one with a hop count, or one to many by choice; nng and mangos only, does not understand PAIR0. */
    PAIR1(0x11, 0x11, "pair1"),
    /** Publishes to whoever subscribed. */
    PUB(0x20, 0x21, "pub"),
    /** Receives what begins with one of its prefixes. */
    SUB(0x21, 0x20, "sub"),
    /** Asks one of its peers at a time. */
    REQ(0x30, 0x31, "req"),
    /** Answers. */
    REP(0x31, 0x30, "rep"),
    /** Hands out work. */
    PUSH(0x50, 0x51, "push"),
    /** Takes work. */
    PULL(0x51, 0x50, "pull"),
    /** Asks all, and collects answers for a time. */
    SURVEYOR(0x62, 0x63, "surveyor"),
    /** Answers surveys. */
    RESPONDENT(0x63, 0x62, "respondent"),
    /** To all neighbours. */
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

    /** Its number in the handshake. */
    public int number() {
        return number;
    }

    /** The number that a peer's handshake must carry. */
    public int peerNumber() {
        return peerNumber;
    }

    /** Its name in lower case: {@code req}. */
    public String label() {
        return label;
    }

    /** What it talks to. */
    public Protocol peer() {
        return ofNumber(peerNumber);
    }

    /** The WebSocket subprotocol of a server of this protocol: {@code rep.sp.nanomsg.org}. */
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
