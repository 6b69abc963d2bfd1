// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.support;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.troupe.net.transport.TlsFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** An authority made for tests, and certificates that it signs, as PEM files. */
public final class TestCertificates {
    private final Path folder;
    private final X509Bundle authority;

    /** With a name of its own; writes into a folder. */
    public TestCertificates(Path folder, String name) throws Exception {
        this.folder = Files.createDirectories(folder.resolve(name));
        this.authority = new CertificateBuilder()
                .ecp256()
                .subject("CN=" + name)
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        write("trusted.pem", authority.getCertificatePEM());
    }

    /** Valid now, for this machine. */
    public TlsFiles good(String name) throws Exception {
        return good(name, CertificateBuilder.Algorithm.ecp256);
    }

    /** As {@link #good(String)}, with a key of this algorithm. */
    public TlsFiles good(String name, CertificateBuilder.Algorithm algorithm) throws Exception {
        return files(
                name,
                builder(name).algorithm(algorithm).addSanDnsName("localhost").addSanIpAddress("127.0.0.1"));
    }

    /** Valid until yesterday. */
    public TlsFiles expired(String name) throws Exception {
        Instant yesterday = Instant.now().minus(Duration.ofDays(1));
        return files(
                name,
                builder(name)
                        .addSanDnsName("localhost")
                        .addSanIpAddress("127.0.0.1")
                        .notBefore(yesterday.minus(Duration.ofDays(9)))
                        .notAfter(yesterday));
    }

    /** Valid, but for another machine. */
    public TlsFiles elsewhere(String name) throws Exception {
        return files(name, builder(name).addSanDnsName("elsewhere.example"));
    }

    /** Of the authority. */
    public Path trusted() {
        return folder.resolve("trusted.pem");
    }

    private static CertificateBuilder builder(String name) {
        return new CertificateBuilder().ecp256().subject("CN=" + name);
    }

    private TlsFiles files(String name, CertificateBuilder builder) throws Exception {
        X509Bundle bundle = builder.buildIssuedBy(authority);
        return new TlsFiles(
                write(name + ".pem", bundle.getCertificatePathPEM()),
                write(name + ".key", bundle.getPrivateKeyPEM()),
                trusted());
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }
}
