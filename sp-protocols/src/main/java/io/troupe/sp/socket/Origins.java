// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The web pages that may open a WebSocket to a listener, by their origin; {@link SocketOptions.Builder#origins} takes them.
 * Browsers let any page connect to any address, with the cookies of that address, and say in the header {@code Origin} which
 * page it is. Other programs send no such header, and are always accepted. Immutable.
 */
public final class Origins {
    private static final Origins SAME = new Origins(Kind.SAME, Set.of());
    private static final Origins ANY = new Origins(Kind.ANY, Set.of());
    private static final String OPAQUE = "null";
    private static final String SEPARATOR = "://";
    private static final String HTTPS = "https";
    private static final int PORT_DIGITS = 5;

    private final Kind kind;
    private final Set<String> listed;

    private Origins(Kind kind, Set<String> listed) {
        this.kind = kind;
        this.listed = listed;
    }

    private enum Kind {
        SAME,
        ANY,
        LISTED
    }

    /**
     * {@return the pages that come from where the listener is} Host and port of such a page are those of the request. With
     * {@code wss} its scheme is {@code https}; with {@code ws} it may be either, as something in front of the listener may end
     * TLS.
     */
    public static Origins same() {
        return SAME;
    }

    /** {@return all pages} */
    public static Origins any() {
        return ANY;
    }

    /**
     * {@return the pages of these origins and no others} Pages of the listener's own origin are among them only if it is listed.
     *
     * @param origins {@code scheme://host} or {@code scheme://host:port}; {@code null} (the word) for pages that have none, such as
     *     files
     * @throws IllegalArgumentException when one has another form
     */
    public static Origins of(String... origins) {
        return new Origins(
                Kind.LISTED, Arrays.stream(origins).map(Origins::checked).collect(Collectors.toUnmodifiableSet()));
    }

    private static String checked(String origin) {
        String known = normal(origin);
        if (known == null) {
            throw new IllegalArgumentException("an origin has the form scheme://host:port: origin=" + origin);
        }
        return known;
    }

    /**
     * {@return whether a page may connect}
     *
     * @param origin the header {@code Origin} of the request
     * @param host the header {@code Host} of the request; null: there is none
     * @param encrypted whether the request came through TLS
     */
    public boolean allows(String origin, @Nullable String host, boolean encrypted) {
        if (kind == Kind.ANY) {
            return true;
        }
        String page = normal(origin);
        if (page == null) {
            return false;
        }
        if (kind == Kind.LISTED) {
            return listed.contains(page);
        }
        if (host == null || page.equals(OPAQUE)) {
            return false;
        }
        String scheme = page.substring(0, page.indexOf(SEPARATOR));
        boolean web = scheme.equals(HTTPS) || (scheme.equals("http") && !encrypted);
        return web && page.equals(normal(scheme + SEPARATOR + host));
    }

    /** In lower case, always with a port; null: it is no origin. */
    private static @Nullable String normal(String origin) {
        String text = origin.toLowerCase(Locale.ROOT);
        if (text.equals(OPAQUE)) {
            return text;
        }
        int at = text.indexOf(SEPARATOR);
        if (at <= 0) {
            return null;
        }
        String scheme = text.substring(0, at);
        String authority = text.substring(at + SEPARATOR.length());
        int colon = authority.indexOf(':', authority.lastIndexOf(']') + 1);
        String host = colon < 0 ? authority : authority.substring(0, colon);
        String port = colon < 0 ? defaultPort(scheme) : authority.substring(colon + 1);
        boolean sound = !host.isEmpty()
                && host.chars().noneMatch(c -> c <= ' ' || "/?#@\\".indexOf(c) >= 0)
                && port.length() <= PORT_DIGITS
                && port.chars().allMatch(c -> c >= '0' && c <= '9');
        return sound ? scheme + SEPARATOR + host + ":" + port : null;
    }

    private static String defaultPort(String scheme) {
        return switch (scheme) {
            case "http" -> "80";
            case HTTPS -> "443";
            default -> "";
        };
    }

    @Override
    public String toString() {
        return kind == Kind.LISTED ? listed.toString() : kind.name().toLowerCase(Locale.ROOT);
    }
}
