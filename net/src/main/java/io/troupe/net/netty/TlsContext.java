// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.netty;

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
import io.troupe.net.netty.TlsMaterial.PemFile;
import io.troupe.net.netty.TlsMaterial.Trust;
import java.io.File;
import java.nio.file.Files;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * TLS 1.3 or 1.2 of the JDK, for those who dial or for those who listen. Making one reads files, so not on an event loop; the
 * rest is for any thread.
 */
public final class TlsContext {
    private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

    private final SslContext context;
    private final boolean verifiesHost;

    private TlsContext(SslContext context, boolean verifiesHost) {
        this.context = context;
        this.verifiesHost = verifiesHost;
    }

    /**
     * For diallers.
     *
     * @throws IllegalArgumentException that names the file which is missing or no good
     */
    public static TlsContext dialling(TlsMaterial material) {
        // host names are up to the engine, see handler(): so it is the same on Netty 4.1, which looks at none by itself
        SslContextBuilder builder = SslContextBuilder.forClient().endpointIdentificationAlgorithm(null);
        PemFile certificate = material.certificate();
        PemFile key = material.key();
        if (certificate != null && key != null) {
            File chain = readable(certificate);
            File secret = readable(key);
            parse(pairRule(certificate, key), () -> builder.keyManager(chain, secret));
            checkKey(certificate, key);
        }
        if (material.trust() == Trust.NOTHING) {
            builder.trustManager(InsecureTrustManagerFactory.INSTANCE);
        } else {
            trust(builder, material.trusted());
        }
        return new TlsContext(build(builder), material.trust() == Trust.HOST);
    }

    /**
     * For listeners.
     *
     * @param material with certificate and key
     * @throws IllegalArgumentException that names the file which is missing or no good
     */
    public static TlsContext accepting(TlsMaterial material) {
        PemFile certificate = material.certificate();
        PemFile key = material.key();
        if (certificate == null || key == null) {
            throw new IllegalArgumentException(
                    "a listener needs a certificate and its key: certificate=" + certificate + ", key=" + key);
        }
        File chain = readable(certificate);
        File secret = readable(key);
        SslContextBuilder builder = parse(pairRule(certificate, key), () -> SslContextBuilder.forServer(chain, secret));
        checkKey(certificate, key);
        if (material.demandPeer()) {
            builder.clientAuth(ClientAuth.REQUIRE);
            trust(builder, material.trusted());
        }
        return new TlsContext(build(builder), false);
    }

    /** For diallers, by a context that somebody else has made; host names are verified. */
    public static TlsContext dialling(SSLContext given) {
        return new TlsContext(wrap(given, true, ClientAuth.NONE), true);
    }

    /**
     * For listeners, by a context that somebody else has made.
     *
     * @param demandPeer whether those who dial must show a certificate
     */
    public static TlsContext accepting(SSLContext given, boolean demandPeer) {
        return new TlsContext(wrap(given, false, demandPeer ? ClientAuth.REQUIRE : ClientAuth.NONE), false);
    }

    private static SslContext wrap(SSLContext given, boolean dials, ClientAuth demand) {
        return new JdkSslContext(
                given,
                dials,
                null,
                IdentityCipherSuiteFilter.INSTANCE,
                ApplicationProtocolConfig.DISABLED,
                demand,
                PROTOCOLS.clone(),
                false);
    }

    private static void trust(SslContextBuilder builder, @Nullable PemFile trusted) {
        if (trusted != null) {
            File file = readable(trusted);
            String option = trusted.option();
            parse(
                    option + " must be a file of PEM certificates: " + option + "=" + file,
                    () -> builder.trustManager(file));
        }
    }

    private static String pairRule(PemFile certificate, PemFile key) {
        return certificate.option() + " must be a file of PEM certificates and " + key.option()
                + " its PEM key (PKCS#8, without a password): " + certificate.option() + "=" + certificate.path() + ", "
                + key.option() + "=" + key.path();
    }

    private static void checkKey(PemFile certificate, PemFile key) {
        if (!KeyCheck.fits(certificate.path(), key.path())) {
            throw new IllegalArgumentException(key.option() + " must be the key of the first certificate of "
                    + certificate.option() + ": " + key.option() + "=" + key.path() + ", " + certificate.option() + "="
                    + certificate.path());
        }
    }

    private static File readable(PemFile file) {
        if (!Files.isRegularFile(file.path()) || !Files.isReadable(file.path())) {
            throw new IllegalArgumentException(
                    file.option() + " must be a file that can be read: " + file.option() + "=" + file.path());
        }
        return file.path().toFile();
    }

    private static SslContextBuilder parse(String rule, Parsing parsing) {
        try {
            return parsing.parse();
        } catch (RuntimeException e) {
            throw noGood(rule + ", ", e);
        }
    }

    private static SslContext build(SslContextBuilder builder) {
        try {
            return builder.sslProvider(SslProvider.JDK).protocols(PROTOCOLS).build();
        } catch (SSLException | RuntimeException e) {
            throw noGood("TLS cannot be set up with these certificates: ", e);
        }
    }

    private static IllegalArgumentException noGood(String rule, Exception failure) {
        return new IllegalArgumentException(
                rule + "cause=" + NetFailure.root(failure).getMessage(), failure);
    }

    /** For a channel that dials this host. */
    public SslHandler handler(ByteBufAllocator buffers, String host, int port) {
        SslHandler handler = context.newHandler(buffers, host, port);
        if (verifiesHost) {
            SSLParameters parameters = handler.engine().getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            handler.engine().setSSLParameters(parameters);
        }
        return handler;
    }

    /** For a channel that was accepted. */
    public SslHandler handler(ByteBufAllocator buffers) {
        return context.newHandler(buffers);
    }

    /** Reads a file. */
    private interface Parsing {
        SslContextBuilder parse();
    }
}
