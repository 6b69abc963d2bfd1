// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.peers;

/** A transport, by the scheme of its addresses. */
public enum Scheme {
    /** A plain TCP connection. */
    TCP("tcp"),
    /** A Unix domain socket. */
    IPC("ipc"),
    /** A WebSocket. */
    WS("ws"),
    /** TLS above TCP. */
    TLS("tls+tcp"),
    /** A WebSocket above TLS. */
    WSS("wss");

    private final String word;

    Scheme(String word) {
        this.word = word;
    }

    /** What stands before {@code ://}. */
    public String word() {
        return word;
    }

    /** Whether both sides need certificates. */
    public boolean secure() {
        return this == TLS || this == WSS;
    }

    /** The scheme of an address. */
    public static Scheme of(String uri) {
        for (Scheme scheme : values()) {
            if (uri.startsWith(scheme.word + "://")) {
                return scheme;
            }
        }
        throw new IllegalArgumentException("an address must begin with a known scheme: uri=" + uri);
    }
}
