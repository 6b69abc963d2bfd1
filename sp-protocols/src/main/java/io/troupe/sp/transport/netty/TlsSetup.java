// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.troupe.sp.socket.PemFiles;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;

/** Certificates, read: TLS 1.3 or 1.2 of the JDK. Reads files, so not for event loops; the rest is for any thread. */
final class TlsSetup {
    private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

    private static final String HTTPS = "HTTPS";

    private final SslContext context;
    /** Whether the engine of a dialer has to be told that host names matter. */
    private final boolean bare;

    private TlsSetup(SslContext context) {
        this.context = context;
        this.bare = false;
    }

    private TlsSetup(SSLContext given, boolean dials, ClientAuth demand) {
        this.context = new JdkSslContext(
                given,
                dials,
                null,
                IdentityCipherSuiteFilter.INSTANCE,
                ApplicationProtocolConfig.DISABLED,
                demand,
                PROTOCOLS.clone(),
                false);
        this.bare = true;
    }

    /**
     * For dialers. Without files: those are trusted whom Java trusts.
     *
     * @throws SpException NOT_TRUSTED that names the file which is missing or no good
     */
    static TlsSetup dialling(SocketOptions options) {
        SSLContext given = options.sslContext();
        if (given != null) {
            return new TlsSetup(given, true, ClientAuth.NONE);
        }
        PemFiles files = options.tls();
        // said always: Netty 4.1 looks at no host name unless it is told to
        SslContextBuilder builder = SslContextBuilder.forClient().endpointIdentificationAlgorithm(HTTPS);
        if (files != null) {
            showCertificate(builder, files);
            if (files.trustAnyone()) {
                builder.trustManager(InsecureTrustManagerFactory.INSTANCE).endpointIdentificationAlgorithm(null);
            } else {
                trust(builder, files);
            }
        }
        return build(builder);
    }

    /**
     * For listeners.
     *
     * @throws SpException NOT_TRUSTED without a certificate, or when it cannot be read
     */
    static TlsSetup accepting(SocketOptions options) {
        SSLContext given = options.sslContext();
        if (given != null) {
            return new TlsSetup(given, false, options.demandPeer() ? ClientAuth.REQUIRE : ClientAuth.NONE);
        }
        PemFiles files = options.tls();
        if (files == null || files.certificate() == null || files.key() == null) {
            throw new SpException(SpError.NOT_TRUSTED, "a listener needs a certificate and its key: tls=" + files);
        }
        SslContextBuilder builder = forServer(files.certificate(), files.key());
        if (files.demandPeer()) {
            builder.clientAuth(ClientAuth.REQUIRE);
            trust(builder, files);
        }
        return build(builder);
    }

    private static SslContextBuilder forServer(Path certificate, Path key) {
        File chain = readable("certificate", certificate);
        File secret = readable("key", key);
        try {
            return SslContextBuilder.forServer(chain, secret);
        } catch (RuntimeException e) {
            throw noGood(chain, secret, e);
        }
    }

    private static void showCertificate(SslContextBuilder builder, PemFiles files) {
        Path certificate = files.certificate();
        Path key = files.key();
        if (certificate != null && key != null) {
            File chain = readable("certificate", certificate);
            File secret = readable("key", key);
            try {
                builder.keyManager(chain, secret);
            } catch (RuntimeException e) {
                throw noGood(chain, secret, e);
            }
        }
    }

    private static void trust(SslContextBuilder builder, PemFiles files) {
        Path authority = files.authority();
        if (authority != null) {
            File file = readable("authority", authority);
            try {
                builder.trustManager(file);
            } catch (RuntimeException e) {
                throw notTrusted("authority must be a file of PEM certificates: authority=" + file, e);
            }
        }
    }

    private static SpException noGood(File chain, File key, Exception cause) {
        return notTrusted(
                "certificate must be a file of PEM certificates and key its PEM key (PKCS#8, without a password):"
                        + " certificate=" + chain + ", key=" + key,
                cause);
    }

    private static File readable(String name, Path path) {
        if (!Files.isRegularFile(path) || !Files.isReadable(path)) {
            throw new SpException(SpError.NOT_TRUSTED, name + " must be a file that can be read: " + name + "=" + path);
        }
        return path.toFile();
    }

    private static TlsSetup build(SslContextBuilder builder) {
        try {
            return new TlsSetup(
                    builder.sslProvider(SslProvider.JDK).protocols(PROTOCOLS).build());
        } catch (SSLException | RuntimeException e) {
            throw notTrusted("TLS cannot be set up with these certificates", e);
        }
    }

    private static SpException notTrusted(String rule, Exception failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String separator = rule.indexOf('=') < 0 ? ": " : ", ";
        return new SpException(SpError.NOT_TRUSTED, rule + separator + "cause=" + root.getMessage(), failure);
    }

    /** For a channel that dials this host. */
    SslHandler handler(ByteBufAllocator buffers, String host, int port) {
        SslHandler handler = context.newHandler(buffers, host, port);
        if (bare) {
            SSLParameters parameters = handler.engine().getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm(HTTPS);
            handler.engine().setSSLParameters(parameters);
        }
        return untimed(handler);
    }

    /** For a channel that was accepted. */
    SslHandler handler(ByteBufAllocator buffers) {
        return untimed(context.newHandler(buffers));
    }

    private static SslHandler untimed(SslHandler handler) {
        handler.setHandshakeTimeoutMillis(0); // one limit for all steps of the handshake
        return handler;
    }
}
