// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
    /** The file may begin with something else, such as the key. */
    private static final Pattern CERTIFICATE = Pattern.compile("-+BEGIN\\s[^-]*CERTIFICATE");

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

    /**
     * Reads the process's own certificate, the first one of its chain.
     *
     * @return what other processes are shown
     * @throws IllegalArgumentException if the file cannot be read, or has no certificate
     */
    public X509Certificate ownCertificate() {
        try {
            String text = Files.readString(certificateChain, StandardCharsets.ISO_8859_1);
            Matcher begin = CERTIFICATE.matcher(text);
            byte[] first =
                    begin.find() ? text.substring(begin.start()).getBytes(StandardCharsets.ISO_8859_1) : new byte[] {};
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(first));
        } catch (IOException | CertificateException e) {
            throw new IllegalArgumentException(
                    "certificateChain must be a file of PEM certificates: certificateChain=" + certificateChain
                            + ", cause=" + e.getMessage(),
                    e);
        }
    }
}
