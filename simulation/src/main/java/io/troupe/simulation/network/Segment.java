// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation.network;

/**
 * What is under way on one direction of a connection.
 *
 * @param kind what it says
 * @param bytes of data; else none
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares it
record Segment(Kind kind, byte[] bytes) {
    private static final byte[] NONE = {};

    static final Segment DIAL = new Segment(Kind.DIAL, NONE);
    static final Segment ACCEPT = new Segment(Kind.ACCEPT, NONE);
    static final Segment END = new Segment(Kind.END, NONE);
    static final Segment RESET = new Segment(Kind.RESET, NONE);

    enum Kind {
        /** Asks for a connection. */
        DIAL,
        /** There is one. */
        ACCEPT,
        /** Bytes. */
        DATA,
        /** Nothing follows. */
        END,
        /** There is no such connection, or nobody listens. */
        RESET
    }

    static Segment data(byte[] bytes) {
        return new Segment(Kind.DATA, bytes);
    }

    /** For people. */
    String label() {
        return switch (kind) {
            case DIAL -> "dial";
            case ACCEPT -> "accept";
            case DATA -> bytes.length + " bytes";
            case END -> "end";
            case RESET -> "reset";
        };
    }
}
