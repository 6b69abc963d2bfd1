// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.peers.wire;

import io.troupe.sp.peers.Role;

/**
 * What nanomsg 1, nng 1 and mangos 3 send, in hex for {@link WirePeer}. The constants were read off the wire and are
 * written out, not computed, so that they do not share a mistake with the code under test; GoldenPeersTest compares
 * them with the peers.
 */
public final class GoldenBytes {
    /** Header of the handshake on tcp, tls and ipc. */
    public static final String PAIR0_HEADER = "00 53 50 00 00 10 00 00";
    /** See {@link #PAIR0_HEADER}. */
    public static final String PAIR1_HEADER = "00 53 50 00 00 11 00 00";
    /** See {@link #PAIR0_HEADER}. */
    public static final String PUB_HEADER = "00 53 50 00 00 20 00 00";
    /** See {@link #PAIR0_HEADER}. */
    public static final String SUB_HEADER = "00 53 50 00 00 21 00 00";
    /** See {@link #PAIR0_HEADER}. */
    public static final String REQ_HEADER = "00 53 50 00 00 30 00 00";
    /** See {@link #PAIR0_HEADER}. */
    public static final String REP_HEADER = "00 53 50 00 00 31 00 00";
    /** See {@link #PAIR0_HEADER}. */
    public static final String PUSH_HEADER = "00 53 50 00 00 50 00 00";
    /** See {@link #PAIR0_HEADER}. */
    public static final String PULL_HEADER = "00 53 50 00 00 51 00 00";
    /** See {@link #PAIR0_HEADER}. */
    public static final String SURVEYOR_HEADER = "00 53 50 00 00 62 00 00";
    /** See {@link #PAIR0_HEADER}. */
    public static final String RESPONDENT_HEADER = "00 53 50 00 00 63 00 00";
    /** See {@link #PAIR0_HEADER}. */
    public static final String BUS_HEADER = "00 53 50 00 00 70 00 00";

    /** A header of version 1: to be refused. */
    public static final String WRONG_VERSION_HEADER = "00 53 50 01 00 30 00 00";
    /** A header of something else: to be refused. */
    public static final String WRONG_MAGIC_HEADER = "00 53 51 00 00 30 00 00";
    /** A REQ header with a reserved byte that is not 0: nng and mangos refuse it, nanomsg does not. */
    public static final String RESERVED_HEADER = "00 53 50 00 00 30 00 01";

    /** The request "ping" with id 1, as payload: what a WebSocket message has. */
    public static final String PING = "80 00 00 01 70 69 6e 67";
    /** The answer "pong" to {@link #PING}, as payload. */
    public static final String PONG = "80 00 00 01 70 6f 6e 67";
    /** {@link #PING} framed for tcp and tls. */
    public static final String PING_TCP = "00 00 00 00 00 00 00 08 80 00 00 01 70 69 6e 67";
    /** {@link #PONG} framed for tcp and tls. */
    public static final String PONG_TCP = "00 00 00 00 00 00 00 08 80 00 00 01 70 6f 6e 67";
    /** {@link #PING} framed for ipc. */
    public static final String PING_IPC = "01 00 00 00 00 00 00 00 08 80 00 00 01 70 69 6e 67";
    /** {@link #PONG} framed for ipc. */
    public static final String PONG_IPC = "01 00 00 00 00 00 00 00 08 80 00 00 01 70 6f 6e 67";
    /** {@link #PING} as a server's WebSocket frame; a client's is masked. */
    public static final String PING_WS = "82 08 80 00 00 01 70 69 6e 67";
    /** {@link #PONG} as a server's WebSocket frame. */
    public static final String PONG_WS = "82 08 80 00 00 01 70 6f 6e 67";

    /** "hello" of a protocol without words before the body (PAIR0, PUB, PUSH, BUS), framed for tcp and tls. */
    public static final String HELLO_TCP = "00 00 00 00 00 00 00 05 68 65 6c 6c 6f";
    /** The same, framed for ipc. */
    public static final String HELLO_IPC = "01 00 00 00 00 00 00 00 05 68 65 6c 6c 6f";
    /** The same as a server's WebSocket frame. */
    public static final String HELLO_WS = "82 05 68 65 6c 6c 6f";

    /** "hi" of PAIR1 as nng sends it, with one hop counted, framed for tcp and tls. */
    public static final String PAIR1_HI_TCP = "00 00 00 00 00 00 00 06 00 00 00 01 68 69";
    /** The same as mangos sends it: the receiver counts. */
    public static final String PAIR1_HI_TCP_MANGOS = "00 00 00 00 00 00 00 06 00 00 00 00 68 69";

    /** The start of a survey "q" on tcp: its length; a random id with its first bit set and 71 follow. */
    public static final String SURVEY_Q_TCP_START = "00 00 00 00 00 00 00 05";

    /** An empty message on tcp and tls. */
    public static final String EMPTY_TCP = "00 00 00 00 00 00 00 00";
    /** An empty message on ipc. */
    public static final String EMPTY_IPC = "01 00 00 00 00 00 00 00 00";
    /** To REP: three bytes, too few for an id. Dropped; nng closes the connection. */
    public static final String SHORT_REQUEST_TCP = "00 00 00 00 00 00 00 03 80 00 00";
    /** To REP: no word has the first bit. Dropped; nng closes the connection. */
    public static final String ENDLESS_REQUEST_TCP = "00 00 00 00 00 00 00 08 00 00 00 01 00 00 00 02";
    /** A message of 1 MiB + 1 begins: more than the usual limit. */
    public static final String OVERSIZE_TCP = "00 00 00 00 00 10 00 01";
    /** A length of 2^63 begins a message: to be refused by all. */
    public static final String NEGATIVE_LENGTH_TCP = "80 00 00 00 00 00 00 00";
    /** A frame on ipc of a type that does not exist. It aborts nanomsg. */
    public static final String WRONG_TYPE_IPC = "02 00 00 00 00 00 00 00 08 80 00 00 01 70 69 6e 67";

    private static final String SUBPROTOCOL_SUFFIX = ".sp.nanomsg.org";

    private GoldenBytes() {}

    /** The header of a role. */
    public static String header(Role role) {
        return switch (role) {
            case PAIR0 -> PAIR0_HEADER;
            case PAIR1 -> PAIR1_HEADER;
            case PUB -> PUB_HEADER;
            case SUB -> SUB_HEADER;
            case REQ -> REQ_HEADER;
            case REP -> REP_HEADER;
            case PUSH -> PUSH_HEADER;
            case PULL -> PULL_HEADER;
            case SURVEYOR -> SURVEYOR_HEADER;
            case RESPONDENT -> RESPONDENT_HEADER;
            case BUS -> BUS_HEADER;
        };
    }

    /** The WebSocket subprotocol when the server has this role; a dialer names its partner's. */
    public static String subprotocol(Role server) {
        return (server == Role.PAIR0 ? "pair" : server.word()) + SUBPROTOCOL_SUFFIX;
    }

    /**
     * A request that crossed devices: routing words 1, 2, … and then the id 1, so {@code words} in all, and "ping"; as
     * payload. REP answers with the same words up to its limit, usually 8.
     */
    public static String deepPing(int words) {
        StringBuilder payload = new StringBuilder();
        for (int word = 1; word < words; word++) {
            payload.append(Hex.number(word, Integer.BYTES)).append(' ');
        }
        return payload.append(PING).toString();
    }

    /** A payload framed for tcp and tls. */
    public static String tcpFrame(String payload) {
        return Hex.join(Hex.number(Hex.bytes(payload).length, Long.BYTES), payload);
    }

    /** A payload framed for ipc. */
    public static String ipcFrame(String payload) {
        return Hex.join("01", tcpFrame(payload));
    }
}
