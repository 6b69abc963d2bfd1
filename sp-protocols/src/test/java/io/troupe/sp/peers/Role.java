// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.peers;

import java.util.Locale;

/** One side of a protocol, with its numbers on the wire. */
public enum Role {
    /** Protocol PAIR, version 0. */
    PAIR0(0x10),
    /** Protocol PAIR, version 1. */
    PAIR1(0x11),
    /** Sends to all. */
    PUB(0x20),
    /** Takes what it subscribed to. */
    SUB(0x21),
    /** Asks one. */
    REQ(0x30),
    /** Answers. */
    REP(0x31),
    /** Gives work to one. */
    PUSH(0x50),
    /** Takes work. */
    PULL(0x51),
    /** Asks all. */
    SURVEYOR(0x62),
    /** Answers a survey. */
    RESPONDENT(0x63),
    /** Sends to all and takes from all. */
    BUS(0x70);

    private final int number;

    Role(int number) {
        this.number = number;
    }

    /** The type in the header of the handshake, 16 bits. */
    public int number() {
        return number;
    }

    /** The only role that may be at the other end. */
    public Role partner() {
        return switch (this) {
            case PAIR0 -> PAIR0;
            case PAIR1 -> PAIR1;
            case PUB -> SUB;
            case SUB -> PUB;
            case REQ -> REP;
            case REP -> REQ;
            case PUSH -> PULL;
            case PULL -> PUSH;
            case SURVEYOR -> RESPONDENT;
            case RESPONDENT -> SURVEYOR;
            case BUS -> BUS;
        };
    }

    /** As the peers' command lines write it: {@code pair0}, {@code req} and so on. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
