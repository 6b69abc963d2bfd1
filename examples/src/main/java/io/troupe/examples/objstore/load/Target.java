// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.load;

import io.troupe.net.transport.Address;

/**
 * A server that is measured.
 *
 * @param name how it is called in results
 * @param address where it listens
 */
public record Target(String name, Address address) {
    private static final String SCHEME = "zeo://";

    /**
     * {@return the server of {@code zeo://host:port} or {@code name=zeo://host:port}}
     *
     * @throws IllegalArgumentException if the text has another form
     */
    public static Target parse(String text) {
        int end = text.indexOf('=');
        String url = text.substring(end + 1);
        if (!url.startsWith(SCHEME) || !text.substring(0, Math.max(end, 0)).matches("[A-Za-z0-9._-]*")) {
            throw new IllegalArgumentException(
                    "a server must be written as zeo://host:port or name=zeo://host:port: server=" + text);
        }
        String place = url.substring(SCHEME.length());
        return new Target(end > 0 ? text.substring(0, end) : place, Address.parse("tcp://" + place));
    }
}
