// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import io.troupe.core.message.PlainText;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;

/**
 * The address to listen at or to dial: {@code tcp://host:port}, {@code tls://host:port}, {@code ipc:///path/of/socket}
 * or {@code inproc://name}. Made with {@link #parse}, which checks it; the constructor does not.
 *
 * @param scheme how the bytes are carried
 * @param host host name or IP address of tcp and tls, an IPv6 address without brackets; else empty
 * @param port port of tcp and tls, from 0 to 65535; 0 lets a listener take a free one. Else 0
 * @param path path of ipc, or name of inproc; else empty
 */
public record Address(Scheme scheme, String host, int port, String path) {
    private static final int MAX_PORT = 65535;
    /** What {@code sun_path} holds on Linux, less the final zero; other systems hold a little less. */
    private static final int MAX_PATH = 107;

    /** How the bytes of an address are carried. */
    public enum Scheme {
        /** TCP, readable by everybody on the way. */
        TCP,
        /** TLS over TCP, both sides with certificates. */
        TLS,
        /** Unix domain socket, within a machine. */
        IPC,
        /** Within the process, for tests. */
        INPROC;

        /** {@return the scheme as addresses begin, in lower case} */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Reads an address. Does not look host names up.
     *
     * @param text as {@link #toString} writes it; an IPv6 address in brackets
     * @return the address
     * @throws IllegalArgumentException if the text is no address; the message says what one looks like
     */
    public static Address parse(String text) {
        Objects.requireNonNull(text, "address");
        if (text.chars().anyMatch(Character::isISOControl)) { // a path may have any others
            throw wrong(text, "must not have control characters");
        }
        int colon = text.indexOf("://");
        Scheme scheme = scheme(text, colon < 0 ? "" : text.substring(0, colon));
        String rest = text.substring(colon + 3);
        return switch (scheme) {
            case TCP, TLS -> hostAndPort(text, scheme);
            case IPC -> path(text, rest);
            case INPROC -> name(text, rest);
        };
    }

    private static Scheme scheme(String text, String name) {
        for (Scheme scheme : Scheme.values()) {
            if (scheme.text().equals(name)) {
                return scheme;
            }
        }
        throw wrong(text, "must begin with tcp://, tls://, ipc:// or inproc://");
    }

    private static Address hostAndPort(String text, Scheme scheme) {
        try {
            URI uri = new URI(text);
            String host = uri.getHost();
            boolean more = !"".equals(uri.getPath()) || uri.getQuery() != null || uri.getFragment() != null;
            if (host == null || uri.getPort() < 0 || uri.getPort() > MAX_PORT || more || uri.getUserInfo() != null) {
                throw wrong(text, "must be " + scheme.text() + "://host:port, the port from 0 to 65535");
            }
            String plain = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
            return new Address(scheme, plain, uri.getPort(), "");
        } catch (URISyntaxException e) {
            throw wrong(text, "must be " + scheme.text() + "://host:port");
        }
    }

    private static Address path(String text, String path) {
        if (path.isEmpty() || path.getBytes(java.nio.charset.StandardCharsets.UTF_8).length > MAX_PATH) {
            throw wrong(text, "must be ipc:///path of 1 to " + MAX_PATH + " bytes");
        }
        return new Address(Scheme.IPC, "", 0, path);
    }

    private static Address name(String text, String name) {
        if (!name.matches("[A-Za-z0-9_.-]+")) {
            throw wrong(text, "must be inproc://name of letters, digits, '-', '_' and '.'");
        }
        return new Address(Scheme.INPROC, "", 0, name);
    }

    private static IllegalArgumentException wrong(String text, String rule) {
        return new IllegalArgumentException("an address " + rule + ": address=" + PlainText.of(text));
    }

    /**
     * The same address with another port, for tcp and tls.
     *
     * @param newPort from 0 to 65535; not checked
     * @return a changed copy
     */
    public Address port(int newPort) {
        return new Address(scheme, host, newPort, path);
    }

    /**
     * Whether only processes of this machine can reach this address. Looks the host up, which may block.
     *
     * @return true for ipc, inproc, and hosts that have loopback addresses only
     * @throws IllegalArgumentException if the host is not known
     */
    public boolean isLocal() {
        if (scheme == Scheme.IPC || scheme == Scheme.INPROC) {
            return true;
        }
        try {
            return areLocal(InetAddress.getAllByName(host));
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("host must be known: host=" + host, e);
        }
    }

    /** Whether only processes of this machine can reach a host with these addresses, each of which may be dialled. */
    static boolean areLocal(InetAddress... hosts) {
        return Arrays.stream(hosts).allMatch(InetAddress::isLoopbackAddress);
    }

    /** {@return the address as {@link #parse} reads it} */
    @Override
    public String toString() {
        return switch (scheme) {
            case TCP, TLS -> scheme.text() + "://" + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
            case IPC, INPROC -> scheme.text() + "://" + path;
        };
    }
}
