// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cli;

import io.troupe.core.ActorSystem;
import io.troupe.net.transport.Address;
import io.troupe.net.transport.TlsFiles;
import io.troupe.net.transport.TransportConfig;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.link.DialConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of commands that talk to other processes. */
public final class Network {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Forms of addresses. */
    public static final String ADDRESSES = "tcp://host:port, tls://host:port or ipc:///path/of/socket";

    /** Files of a directory of certificates: the authority. */
    public static final String AUTHORITY = "ca.pem";

    /** The certificate. */
    public static final String CERTIFICATE = "cert.pem";

    /** Its key. */
    public static final String KEY = "key.pem";

    @Option(
            names = "--encoding",
            paramLabel = "KIND",
            description = "What links speak: ${COMPLETION-CANDIDATES} (default: whatever both sides can).")
    private @Nullable Encoding encoding;

    @Option(
            names = "--certificates",
            paramLabel = "DIR",
            description = "For tls://: directory with ca.pem, cert.pem and key.pem, see 'troupe certificates'.")
    private @Nullable Path certificates;

    /** For picocli. */
    public Network() {}

    /**
     * The options must fit together.
     *
     * @param address to listen at or to dial; null: neither
     */
    public void check(Rules rules, @Nullable String address) {
        if (address != null && address.startsWith("tls:") && certificates == null) {
            throw rules.broken("tls needs certificates: address=" + address + "; give --certificates");
        }
        checkReach(rules, address);
        if (address == null && (encoding != null || certificates != null)) {
            throw rules.broken("encoding and certificates are for links: give --listen or --connect, too");
        }
        if (certificates != null) {
            for (String file : new String[] {AUTHORITY, CERTIFICATE, KEY}) {
                if (!Files.isReadable(certificates.resolve(file))) {
                    throw rules.broken("certificates must be a directory with " + AUTHORITY + ", " + CERTIFICATE
                            + " and " + KEY + ": missing=" + certificates.resolve(file));
                }
            }
        }
    }

    /** Refuses addresses that the library permits only with {@code insecure}, with advice for the command line. */
    private static void checkReach(Rules rules, @Nullable String address) {
        try {
            Address parsed = address == null ? null : Address.parse(address);
            if (parsed != null && parsed.scheme() == Address.Scheme.INPROC) {
                throw rules.broken("an address must be one that other processes can use: address=" + address + "; give "
                        + ADDRESSES);
            }
            if (parsed != null
                    && parsed.scheme() == Address.Scheme.TCP
                    && !parsed.isLocal()
                    && !RemotingConfig.ofMode().insecure()) {
                throw rules.broken("an address that other machines can reach must be encrypted: address=" + address
                        + "; give tls:// and --certificates");
            }
        } catch (IllegalArgumentException e) {
            throw rules.broken(e);
        }
    }

    /** The remoting of a system, with these options. */
    public Remoting on(ActorSystem system, Rules rules) {
        // who types an address wants to hear at once that nobody listens there; a busy machine gets its time
        RemotingConfig config = RemotingConfig.ofMode()
                .dial(DialConfig.defaults().once())
                .transport(TransportConfig.defaults().connectTimeout(PATIENCE));
        if (encoding != null) {
            config = config.encodings(encoding);
        }
        if (certificates != null) {
            config = config.tls(new TlsFiles(
                    certificates.resolve(CERTIFICATE), certificates.resolve(KEY), certificates.resolve(AUTHORITY)));
        }
        try {
            return Remoting.on(system, config);
        } catch (IllegalArgumentException e) {
            throw rules.broken(e);
        }
    }
}
