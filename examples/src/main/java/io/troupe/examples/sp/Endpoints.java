// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp;

import io.troupe.examples.cli.Rules;
import io.troupe.sp.option.SocketOptions;
import io.troupe.sp.option.TlsFiles;
import io.troupe.sp.socket.SpSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of where a socket is, and of how it behaves. */
final class Endpoints {
    private static final double NANOS = 1e9;

    @Option(
            names = {"-b", "--bind", "--listen"},
            paramLabel = "URI",
            description =
                    "Listen there: tcp://127.0.0.1:5555, ipc:///tmp/x.ipc, ws://127.0.0.1:5556/sp, tls+tcp://…, wss://…")
    private List<String> bind = List.of();

    @Option(
            names = {"-c", "--connect", "--dial"},
            paramLabel = "URI",
            description = "Dial there, again and again until somebody listens.")
    private List<String> connect = List.of();

    @Option(
            names = "--send-timeout",
            paramLabel = "S",
            description = "Seconds that a send may wait (default: no limit).")
    private @Nullable Double sendTimeout;

    @Option(
            names = {"--recv-timeout", "--receive-timeout"},
            paramLabel = "S",
            description = "Seconds that a receive may wait (default: no limit).")
    private @Nullable Double receiveTimeout;

    @Option(
            names = "--resend-time",
            paramLabel = "S",
            description = "req: ask again after so many seconds (default: 60).")
    private @Nullable Double resendTime;

    @Option(names = "--survey-time", paramLabel = "S", description = "surveyor: take answers so long (default: 1).")
    private @Nullable Double surveyTime;

    @Option(
            names = "--max-size",
            paramLabel = "BYTES",
            description = "Largest message to receive (default: 1 MiB; 0: any).")
    private @Nullable Integer maxSize;

    @Option(names = "--ttl", paramLabel = "N", description = "Most hops of received messages (default: 8).")
    private @Nullable Integer ttl;

    @Option(names = "--cert", paramLabel = "FILE", description = "TLS: our certificate (PEM).")
    private @Nullable Path certificate;

    @Option(names = "--key", paramLabel = "FILE", description = "TLS: its key (PEM).")
    private @Nullable Path key;

    @Option(names = "--cacert", paramLabel = "FILE", description = "TLS: the certificates to trust (PEM).")
    private @Nullable Path authority;

    @Option(
            names = {"-k", "--insecure"},
            description = "TLS: trust anyone; for trying things out only.")
    private boolean insecure;

    /** There must be an address. */
    void check(Rules rules) {
        if (bind.isEmpty() && connect.isEmpty()) {
            throw rules.broken("an address is needed: give --bind or --connect");
        }
    }

    /** The settings they make. */
    SocketOptions options(Rules rules) {
        try {
            SocketOptions options = SocketOptions.defaults();
            options = sendTimeout == null ? options : options.sendTimeout(duration(sendTimeout));
            options = receiveTimeout == null ? options : options.receiveTimeout(duration(receiveTimeout));
            options = resendTime == null ? options : options.resendTime(duration(resendTime));
            options = surveyTime == null ? options : options.surveyTime(duration(surveyTime));
            options = maxSize == null ? options : options.maxReceiveSize(maxSize);
            options = ttl == null ? options : options.ttl(ttl);
            boolean tls = certificate != null || key != null || authority != null || insecure;
            return tls ? options.tls(new TlsFiles(certificate, key, authority, false, insecure)) : options;
        } catch (IllegalArgumentException e) {
            throw rules.broken(e);
        }
    }

    private static Duration duration(double seconds) {
        return Duration.ofNanos((long) (seconds * NANOS));
    }

    /** Listens and dials. */
    void join(SpSocket socket) {
        bind.forEach(socket::listen);
        connect.forEach(socket::dial);
    }
}
