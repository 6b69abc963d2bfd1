// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.netty;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a process shows of itself and whom it trusts, as PEM files that are yet to be read.
 *
 * @param certificate the own certificate, then those that signed it; listeners need one
 * @param key the private key of the own certificate: PKCS#8, without a password; together with the certificate or not at all
 * @param trusted certificates of the authorities that sign the others; null: those that Java trusts
 * @param trust what a dialler demands of the certificate that it is shown
 * @param demandPeer whether a listener demands a certificate of those who dial
 */
public record TlsMaterial(
        @Nullable PemFile certificate,
        @Nullable PemFile key,
        @Nullable PemFile trusted,
        Trust trust,
        boolean demandPeer) {

    /** What a dialler demands of a certificate. */
    public enum Trust {
        /** An authority has signed it, and it is for the host that was dialled. */
        HOST,
        /** An authority has signed it. */
        AUTHORITY,
        /** Nothing; for trying things out only. */
        NOTHING
    }

    /**
     * A file, and how users know it.
     *
     * @param option name of the setting, for messages
     * @param path where it is
     */
    public record PemFile(String option, Path path) {}

    /** Shows nothing, and trusts whom Java trusts. */
    public static TlsMaterial none() {
        return new TlsMaterial(null, null, null, Trust.HOST, false);
    }
}
