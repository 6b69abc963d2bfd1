// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * PEM files for TLS.
 *
 * @param certificate our certificate chain; listeners need one
 * @param key its private key (PKCS#8)
 * @param authority the certificates that peers' certificates must lead to; null: those that Java trusts
 * @param demandPeer whether a listener demands a certificate from those who dial
 * @param trustAnyone whether a dialer takes any certificate, for trying things out only
 */
public record PemFiles(
        @Nullable Path certificate,
        @Nullable Path key,
        @Nullable Path authority,
        boolean demandPeer,
        boolean trustAnyone) {

    /** Checks that certificate and key come together. */
    public PemFiles {
        if ((certificate == null) != (key == null)) {
            throw new IllegalArgumentException(
                    "a certificate needs its key and the other way round: certificate=" + certificate + ", key=" + key);
        }
        if (demandPeer && authority == null) {
            throw new IllegalArgumentException(
                    "demanding certificates needs an authority to check them: demandPeer=true, authority=null");
        }
    }

    /** Our certificate and key, for a listener that takes anyone. */
    public static PemFiles server(Path certificate, Path key) {
        return new PemFiles(certificate, key, null, false, false);
    }

    /** Whom a dialer trusts. */
    public static PemFiles trusting(Path authority) {
        return new PemFiles(null, null, authority, false, false);
    }

    /** Both sides show certificates of one authority. */
    public static PemFiles mutual(Path certificate, Path key, Path authority) {
        return new PemFiles(certificate, key, authority, true, false);
    }
}
