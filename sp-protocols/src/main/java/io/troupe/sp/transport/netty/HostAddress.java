// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.SpAddress;
import java.net.URI;
import java.net.URISyntaxException;

/**
 * An address, read.
 *
 * @param scheme one of the three
 * @param host a name, or an IP address without brackets; {@code *}: all interfaces
 * @param port 0 to 65535; 0 only for listening: any free one
 * @param path for WebSocket, with a query if there is one, begins with {@code /}; empty for TLS
 */
record HostAddress(String scheme, String host, int port, String path) {
    static final String TLS = "tls+tcp";
    static final String WS = "ws";
    static final String WSS = "wss";
    static final String ANY = "*";

    private static final int MOST_PORT = 65_535;
    private static final int PORT_DIGITS = 5;

    /**
     * Reads an address.
     *
     * @param listening whether it may stand for all interfaces and any port
     * @throws SpException ADDRESS_INVALID
     */
    static HostAddress parse(SpAddress address, boolean listening) {
        String rest = address.rest();
        boolean web = !address.scheme().equals(TLS);
        int slash = rest.indexOf('/');
        String authority = slash < 0 ? rest : rest.substring(0, slash);
        String path = slash < 0 ? "" : rest.substring(slash);
        if (!web && !path.isEmpty()) {
            throw invalid("an address of TLS has no path", address);
        }
        int hostEnd = hostEnd(authority, address);
        String host = authority.substring(0, hostEnd);
        String port = authority.substring(hostEnd);
        if (host.startsWith("[")) {
            host = host.substring(1, host.length() - 1);
        }
        HostAddress endpoint = new HostAddress(
                address.scheme(),
                host.isEmpty() && listening ? ANY : host,
                port(port, address),
                web && path.isEmpty() ? "/" : path);
        endpoint.check(address, listening);
        return endpoint;
    }

    private static int hostEnd(String authority, SpAddress address) {
        if (authority.startsWith("[")) {
            int end = authority.indexOf(']') + 1;
            if (end < 2 || (end < authority.length() && authority.charAt(end) != ':')) {
                throw invalid("an IPv6 address stands in brackets, before the port: [::1]:80", address);
            }
            return end;
        }
        int colon = authority.indexOf(':');
        if (colon != authority.lastIndexOf(':')) {
            throw invalid("an IPv6 address stands in brackets, before the port: [::1]:80", address);
        }
        return colon < 0 ? authority.length() : colon;
    }

    /** @param text empty, or begins with the colon */
    private static int port(String text, SpAddress address) {
        if (text.isEmpty() && !address.scheme().equals(TLS)) {
            return address.scheme().equals(WS) ? 80 : 443;
        }
        String digits = text.isEmpty() ? "" : text.substring(1);
        boolean number = !digits.isEmpty()
                && digits.length() <= PORT_DIGITS
                && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!number || Integer.parseInt(digits) > MOST_PORT) {
            throw invalid("an address has a port from 0 to 65535 after its host", address);
        }
        return Integer.parseInt(digits);
    }

    private void check(SpAddress address, boolean listening) {
        if (!listening && (host.isEmpty() || host.equals(ANY))) {
            throw invalid("an address to dial needs a host", address);
        }
        if (!listening && port == 0) {
            throw invalid("an address to dial needs a port from 1 to 65535", address);
        }
        if (path.indexOf('#') >= 0) {
            throw invalid("a path has no fragment", address);
        }
        if (listening && path.indexOf('?') >= 0) {
            throw invalid("a listener's path has no query", address);
        }
        try {
            // what no URI may hold would break the HTTP request
            URI uri = new URI("ws://" + (host.equals(ANY) ? "any" : bracketed()) + ":" + port + path);
            if (uri.getHost() == null || uri.getUserInfo() != null) {
                throw invalid("the host must be a name or an IP address", address);
            }
        } catch (URISyntaxException e) {
            throw invalid("host and path must be those of a URI (" + e.getReason() + ")", address);
        }
    }

    private static SpException invalid(String rule, SpAddress address) {
        return new SpException(SpError.ADDRESS_INVALID, rule + ": address=" + address);
    }

    /** Whether TLS comes first. */
    boolean isEncrypted() {
        return !scheme.equals(WS);
    }

    /** Whether it is a WebSocket. */
    boolean isWeb() {
        return !scheme.equals(TLS);
    }

    /** What HTTP calls it. */
    URI uri() {
        return URI.create(scheme + "://" + bracketed() + ":" + port + path);
    }

    /** The same with this port. */
    SpAddress withPort(int real) {
        return new SpAddress(scheme, bracketed() + ":" + real + path);
    }

    private String bracketed() {
        return host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    }
}
