// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.link;

import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/**
 * The identity of the process at the other end of a link. Id and name are what the other process claims; the certificate it has proved.
 *
 * @param id of that process' remoting, another one after each start; empty if it is of a version that has none
 * @param name of its actor system
 * @param certificate that it has shown; null without TLS
 */
public record LinkIdentity(String id, String name, @Nullable X509Certificate certificate) {
    /** Nobody yet. */
    public static final LinkIdentity UNKNOWN = new LinkIdentity("", "", null);
}
