// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.transport.netty;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.troupe.remoting.transport.TlsFiles;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Certificates, read: TLS 1.3 or 1.2 of the JDK, both sides authenticated. Immutable. */
final class TlsContexts {
    private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

    private final SslContext dialling;
    private final SslContext accepting;

    private TlsContexts(SslContext dialling, SslContext accepting) {
        this.dialling = dialling;
        this.accepting = accepting;
    }

    /**
     * Reads the files.
     *
     * @throws IllegalArgumentException that names the file which is missing or no good
     */
    static TlsContexts of(TlsFiles files) {
        File chain = readable("certificateChain", files.certificateChain());
        File key = readable("privateKey", files.privateKey());
        File trusted = readable("trusted", files.trusted());
        // one after the other, so that the message names the file
        check("trusted must be a file of PEM certificates: trusted=" + trusted, () -> {
            SslContextBuilder.forClient()
                    .sslProvider(SslProvider.JDK)
                    .trustManager(trusted)
                    .build();
        });
        String pair =
                "certificateChain must be a file of PEM certificates and privateKey its PEM key (PKCS#8, without a "
                        + "password): certificateChain=" + chain + ", privateKey=" + key;
        SslContext[] made = new SslContext[2];
        check(pair, () -> {
            made[0] = SslContextBuilder.forClient()
                    .sslProvider(SslProvider.JDK)
                    .protocols(PROTOCOLS)
                    .keyManager(chain, key)
                    .trustManager(trusted)
                    .endpointIdentificationAlgorithm(algorithm(files))
                    .build();
            made[1] = SslContextBuilder.forServer(chain, key)
                    .sslProvider(SslProvider.JDK)
                    .protocols(PROTOCOLS)
                    .trustManager(trusted)
                    .clientAuth(ClientAuth.REQUIRE)
                    .build();
        });
        return new TlsContexts(made[0], made[1]);
    }

    /** For a channel that dials. */
    SslHandler dialling(ByteBufAllocator buffers, String host, int port) {
        return dialling.newHandler(buffers, host, port);
    }

    /** For a channel that was accepted. */
    SslHandler accepting(ByteBufAllocator buffers) {
        return accepting.newHandler(buffers);
    }

    private static @Nullable String algorithm(TlsFiles files) {
        return files.verifyHost() ? "HTTPS" : null;
    }

    private static File readable(String name, Path path) {
        if (!Files.isRegularFile(path) || !Files.isReadable(path)) {
            throw new IllegalArgumentException(name + " must be a file that can be read: " + name + "=" + path);
        }
        return path.toFile();
    }

    private static void check(String rule, Reading reading) {
        try {
            reading.run();
        } catch (SSLException | RuntimeException e) {
            Throwable root = e;
            while (root.getCause() != null) {
                root = root.getCause();
            }
            throw new IllegalArgumentException(rule + ", cause=" + root.getMessage(), e);
        }
    }

    private interface Reading {
        void run() throws SSLException;
    }
}
