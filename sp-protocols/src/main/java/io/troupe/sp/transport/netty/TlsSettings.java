// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.troupe.net.netty.TlsContext;
import io.troupe.net.netty.TlsMaterial;
import io.troupe.net.netty.TlsMaterial.PemFile;
import io.troupe.net.netty.TlsMaterial.Trust;
import io.troupe.sp.socket.PemFiles;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.nio.file.Path;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** TLS as the options of a socket want it. Reads files, so not for event loops. */
final class TlsSettings {
    private TlsSettings() {}

    /**
     * For dialers. Without files: those are trusted whom Java trusts.
     *
     * @throws SpException NOT_TRUSTED that names the file which is missing or no good
     */
    static TlsContext dialling(SocketOptions options) {
        SSLContext given = options.sslContext();
        if (given != null) {
            return TlsContext.dialling(given);
        }
        PemFiles files = options.tls();
        return read(files == null ? TlsMaterial.none() : material(files), TlsContext::dialling);
    }

    /**
     * For listeners.
     *
     * @throws SpException NOT_TRUSTED without a certificate, or when it cannot be read
     */
    static TlsContext accepting(SocketOptions options) {
        SSLContext given = options.sslContext();
        if (given != null) {
            return TlsContext.accepting(given, options.demandPeer());
        }
        PemFiles files = options.tls();
        if (files == null || files.certificate() == null) {
            throw new SpException(SpError.NOT_TRUSTED, "a listener needs a certificate and its key: tls=" + files);
        }
        return read(material(files), TlsContext::accepting);
    }

    private static TlsMaterial material(PemFiles files) {
        return new TlsMaterial(
                file("certificate", files.certificate()),
                file("key", files.key()),
                file("authority", files.authority()),
                files.trustAnyone() ? Trust.NOTHING : Trust.HOST,
                files.demandPeer());
    }

    private static @Nullable PemFile file(String option, @Nullable Path path) {
        return path == null ? null : new PemFile(option, path);
    }

    private static TlsContext read(TlsMaterial material, Function<TlsMaterial, TlsContext> reader) {
        try {
            return reader.apply(material);
        } catch (IllegalArgumentException e) {
            throw new SpException(SpError.NOT_TRUSTED, String.valueOf(e.getMessage()), e);
        }
    }
}
