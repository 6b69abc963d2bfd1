// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import java.nio.file.Path;
import java.util.Objects;

/**
 * The certificates of a process for addresses {@code tls://}, as PEM files: its own, and those that it trusts. Both
 * sides of a connection always show a certificate. The files are read once, when the transport is made.
 *
 * @param certificateChain the process's own certificate, then those that signed it, up to one that the other side
 *     trusts
 * @param privateKey private key of the own certificate: PKCS#8, without a password
 * @param trusted certificates of the authorities that sign the certificates of other processes
 * @param verifyHost whether the certificate of a dialled process must be for the host of the address
 */
public record TlsFiles(Path certificateChain, Path privateKey, Path trusted, boolean verifyHost) {
    /**
     * Checks that all files are given; does not read them.
     *
     * @param certificateChain not null
     * @param privateKey not null
     * @param trusted not null
     * @param verifyHost either
     * @throws NullPointerException if one is null
     */
    public TlsFiles {
        Objects.requireNonNull(certificateChain, "certificateChain");
        Objects.requireNonNull(privateKey, "privateKey");
        Objects.requireNonNull(trusted, "trusted");
    }

    /**
     * With verified host names.
     *
     * @param certificateChain the process's own certificate, then those that signed it, up to one that the other side
     *     trusts
     * @param privateKey private key of the own certificate: PKCS#8, without a password
     * @param trusted certificates of the authorities that sign the certificates of other processes
     */
    public TlsFiles(Path certificateChain, Path privateKey, Path trusted) {
        this(certificateChain, privateKey, trusted, true);
    }
}
