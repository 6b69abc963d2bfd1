// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Locale;

/**
 * Where to listen or dial: {@code tcp://host:port}, {@code tls://host:port}, {@code ipc:///path/of/socket} or
 * {@code inproc://name}.
 *
 * @param scheme how
 * @param host of tcp and tls, else empty; an IPv6 address without brackets
 * @param port of tcp and tls, else 0
 * @param path of ipc, name of inproc, else empty
 */
public record Address(Scheme scheme, String host, int port, String path) {
    private static final int MAX_PORT = 65535;
    /** What {@code sun_path} holds on Linux, less the final zero; other systems hold a little less. */
    private static final int MAX_PATH = 107;

    /** How bytes are carried. */
    public enum Scheme {
        /** TCP. */
        TCP,
        /** TLS over TCP, both sides with certificates. */
        TLS,
        /** Unix domain socket. */
        IPC,
        /** Within the process, for tests. */
        INPROC;

        /** As in an address. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Reads an address.
     *
     * @throws IllegalArgumentException that says what an address looks like
     */
    public static Address parse(String text) {
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
        return new IllegalArgumentException("an address " + rule + ": address=" + text);
    }

    /** The same with another port. */
    public Address port(int newPort) {
        return new Address(scheme, host, newPort, path);
    }

    /**
     * Whether only processes of this machine can reach it. Looks the name up, which may block.
     *
     * @throws IllegalArgumentException if the host is not known
     */
    public boolean isLocal() {
        if (scheme == Scheme.IPC || scheme == Scheme.INPROC) {
            return true;
        }
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("host must be known: host=" + host, e);
        }
    }

    @Override
    public String toString() {
        return switch (scheme) {
            case TCP, TLS -> scheme.text() + "://" + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
            case IPC, INPROC -> scheme.text() + "://" + path;
        };
    }
}
