// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp.tls;

import io.troupe.examples.cli.Rules;
import io.troupe.sp.socket.PemFiles;
import io.troupe.sp.socket.SocketOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of TLS. */
public final class TlsOptions {
    @Option(
            names = {"-E", "--cert"},
            paramLabel = "FILE",
            description = "TLS: our certificate (PEM); listeners need one.")
    private @Nullable Path certificate;

    @Option(names = "--key", paramLabel = "FILE", description = "TLS: its key (PEM).")
    private @Nullable Path key;

    @Option(
            names = "--cacert",
            paramLabel = "FILE",
            description = "TLS: the certificates to trust (PEM; default: those that Java trusts).")
    private @Nullable Path authority;

    @Option(names = "--demand-cert", description = "TLS: who dials must show a certificate that --cacert vouches for.")
    private boolean demand;

    @Option(
            names = {"-k", "--insecure"},
            description = "TLS: trust anyone; for trying things out only.")
    private boolean insecure;

    /** For picocli. */
    public TlsOptions() {}

    /** Files are there; a listener with TLS has a certificate. */
    public void check(Rules rules, Iterable<String> listening) {
        readable(rules, "cert", certificate);
        readable(rules, "key", key);
        readable(rules, "cacert", authority);
        for (String uri : listening) {
            if ((uri.startsWith("tls+tcp:") || uri.startsWith("wss:")) && certificate == null) {
                throw rules.broken("a TLS listener needs a certificate: address=" + uri + "; give --cert and --key");
            }
        }
    }

    private static void readable(Rules rules, String name, @Nullable Path file) {
        if (file != null && !(Files.isRegularFile(file) && Files.isReadable(file))) {
            throw rules.broken(name + " must be a file that can be read: " + name + "=" + file);
        }
    }

    /**
     * The settings with these.
     *
     * @throws IllegalArgumentException when they do not fit together
     */
    public SocketOptions on(SocketOptions options) {
        boolean given = certificate != null || key != null || authority != null || insecure || demand;
        return given
                ? options.toBuilder()
                        .tls(new PemFiles(certificate, key, authority, demand, insecure))
                        .build()
                : options;
    }
}
