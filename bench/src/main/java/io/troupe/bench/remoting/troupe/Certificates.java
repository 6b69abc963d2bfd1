// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.troupe;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.troupe.net.transport.TlsFiles;
import java.nio.file.Files;
import java.nio.file.Path;

/** One certificate for both processes: the server makes it, the client finds it. */
final class Certificates {
    private Certificates() {}

    static TlsFiles files(boolean make) throws Exception {
        Path folder = Path.of(System.getProperty("java.io.tmpdir"), "troupe-bench-" + System.getProperty("user.name"));
        Path chain = folder.resolve("chain.pem");
        Path key = folder.resolve("key.pem");
        Path trusted = folder.resolve("trusted.pem");
        if (make) {
            Files.createDirectories(folder);
            X509Bundle authority = new CertificateBuilder()
                    .ecp256()
                    .subject("CN=bench")
                    .setIsCertificateAuthority(true)
                    .buildSelfSigned();
            X509Bundle own = new CertificateBuilder()
                    .ecp256()
                    .subject("CN=localhost")
                    .addSanDnsName("localhost")
                    .buildIssuedBy(authority);
            Files.writeString(trusted, authority.getCertificatePEM());
            Files.writeString(chain, own.getCertificatePathPEM());
            Files.writeString(key, own.getPrivateKeyPEM());
        }
        return new TlsFiles(chain, key, trusted);
    }
}
