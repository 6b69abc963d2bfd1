// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.peers;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * PEM files for TLS on this machine: an authority, a server's certificate for {@code localhost} and 127.0.0.1, and a
 * client's. Two objects do not trust each other.
 *
 * @param authority what both sides trust
 * @param server the server's certificate
 * @param serverKey the server's private key, PKCS#8 without a password
 * @param client the client's certificate
 * @param clientKey the client's private key, likewise
 */
public record Certificates(Path authority, Path server, Path serverKey, Path client, Path clientKey) {
    /** Writes new files into a folder, which is made when missing. */
    public static Certificates in(Path folder) {
        try {
            Files.createDirectories(folder);
            X509Bundle authority = new CertificateBuilder()
                    .ecp256()
                    .subject("CN=authority")
                    .setIsCertificateAuthority(true)
                    .buildSelfSigned();
            X509Bundle server = signed("server", authority);
            X509Bundle client = signed("client", authority);
            return new Certificates(
                    write(folder, "authority.pem", authority.getCertificatePEM()),
                    write(folder, "server.pem", server.getCertificatePEM()),
                    write(folder, "server.key", server.getPrivateKeyPEM()),
                    write(folder, "client.pem", client.getCertificatePEM()),
                    write(folder, "client.key", client.getPrivateKeyPEM()));
        } catch (Exception e) {
            throw new IllegalStateException("cannot make certificates: folder=" + folder, e);
        }
    }

    private static X509Bundle signed(String name, X509Bundle authority) throws Exception {
        return new CertificateBuilder()
                .ecp256()
                .subject("CN=" + name)
                .addSanDnsName("localhost")
                .addSanIpAddress("127.0.0.1")
                .buildIssuedBy(authority);
    }

    private static Path write(Path folder, String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }
}
