// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The PEM files that TLS works with: our certificate and key, and the authority that vouches for peers. {@link
 * SocketOptions.Builder#tls} takes them. They are read when a listener or an attempt to connect begins.
 *
 * @param certificate our certificate chain; listeners need one, dialers where the peer demands it; null: none
 * @param key the private key of the certificate (PKCS#8); null: none
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

    /**
     * Checks that the files fit together; does not read them.
     *
     * @param certificate null if {@code key} is null
     * @param key null if {@code certificate} is null
     * @param authority not null if {@code demandPeer}
     * @param demandPeer needs an authority
     * @param trustAnyone either
     * @throws IllegalArgumentException if certificate or key is there without the other, or if {@code demandPeer} has no authority
     */
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

    /**
     * {@return files for a listener that lets anyone connect}
     *
     * @param certificate our certificate chain
     * @param key the private key of the certificate (PKCS#8)
     */
    public static PemFiles server(Path certificate, Path key) {
        return new PemFiles(certificate, key, null, false, false);
    }

    /**
     * {@return files for a dialer that trusts the certificates of this authority and shows none}
     *
     * @param authority the certificates that a listener's certificate must lead to
     */
    public static PemFiles trusting(Path authority) {
        return new PemFiles(null, null, authority, false, false);
    }

    /**
     * {@return files for either side of connections where both sides show certificates of one authority}
     *
     * @param certificate our certificate chain
     * @param key the private key of the certificate (PKCS#8)
     * @param authority the certificates that the peer's certificate must lead to
     */
    public static PemFiles mutual(Path certificate, Path key, Path authority) {
        return new PemFiles(certificate, key, authority, true, false);
    }
}
