// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.link;

import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/**
 * The identity of the process at the other end of a link. The process claims its id and name; it has proved its
 * certificate.
 *
 * @param id id of the remoting of the process, another one after each start; empty if the process is of a version that
 *     has none
 * @param name name of the actor system of the process
 * @param certificate certificate that the process has shown; null without TLS
 */
public record LinkIdentity(String id, String name, @Nullable X509Certificate certificate) {
    /** The identity before a link has been up: both texts empty, no certificate. */
    public static final LinkIdentity UNKNOWN = new LinkIdentity("", "", null);

    /** {@return one line for logs, with the subject in place of the whole certificate} */
    @Override
    public String toString() {
        String subject = certificate == null
                ? "none"
                : certificate.getSubjectX500Principal().getName();
        return "LinkIdentity[id=" + id + ", name=" + name + ", subject=" + subject + "]";
    }
}
