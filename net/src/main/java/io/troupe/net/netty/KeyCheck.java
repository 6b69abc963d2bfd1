// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.netty;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether a private key is that of a certificate. Nobody else looks: with another key, as while files are renewed, each handshake
 * fails, and the other side is told nothing that would help.
 */
final class KeyCheck {
    private static final Pattern CERTIFICATE = Pattern.compile("-+BEGIN\\s[^-]*CERTIFICATE");
    private static final Pattern KEY = Pattern.compile("-+BEGIN\\s[^-]*PRIVATE\\s+KEY[^-]*-+([^-]+)-+END");

    /** How to sign with a key. Keys of other algorithms are not looked at. */
    private static final Map<String, String> SIGNATURES =
            Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "DSA", "SHA256withDSA", "EdDSA", "EdDSA");

    private static final byte[] SAMPLE = {1, 2, 3};

    private KeyCheck() {}

    /**
     * Whether what the key signs is verified by the certificate.
     *
     * @param certificates PEM, the own one first
     * @param key PEM, PKCS#8
     * @return false only if it is known that they do not belong together
     */
    static boolean fits(Path certificates, Path key) {
        try {
            PublicKey known = certified(certificates);
            String signing = SIGNATURES.get(known.getAlgorithm());
            return signing == null || verifies(known, secret(key, known.getAlgorithm()), signing);
        } catch (InvalidKeySpecException e) {
            return false; // it is a key of another algorithm
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            return true; // it is up to the handshake
        }
    }

    private static boolean verifies(PublicKey known, PrivateKey secret, String signing)
            throws GeneralSecurityException {
        Signature signature = Signature.getInstance(signing);
        signature.initSign(secret);
        signature.update(SAMPLE);
        byte[] signed = signature.sign();
        signature.initVerify(known);
        signature.update(SAMPLE);
        return signature.verify(signed);
    }

    private static PublicKey certified(Path file) throws IOException, GeneralSecurityException {
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        Matcher begin = CERTIFICATE.matcher(text);
        String first = begin.find() ? text.substring(begin.start()) : "";
        return CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(first.getBytes(StandardCharsets.ISO_8859_1)))
                .getPublicKey();
    }

    private static PrivateKey secret(Path file, String algorithm) throws IOException, GeneralSecurityException {
        Matcher block = KEY.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
        if (!block.find()) {
            throw new IllegalArgumentException("a file must have a private key: file=" + file);
        }
        byte[] encoded = Base64.getMimeDecoder().decode(block.group(1));
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
    }
}
