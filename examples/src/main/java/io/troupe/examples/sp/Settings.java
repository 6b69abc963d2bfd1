// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp;

import io.troupe.examples.cli.Rules;
import io.troupe.sp.option.SocketOptions;
import io.troupe.sp.option.TlsFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of how a socket behaves. */
final class Settings {
    @Option(
            names = "--send-timeout",
            paramLabel = "S",
            description = "Seconds that a send may wait (default: as a receive).")
    private @Nullable Double sendTimeout;

    @Option(
            names = {"--recv-timeout", "--receive-timeout"},
            paramLabel = "S",
            description = "Seconds that a receive may wait (default: no limit).")
    private @Nullable Double receiveTimeout;

    @Option(
            names = "--resend-time",
            paramLabel = "S",
            description = "req: ask again after so many seconds (default: 60; 0: never).")
    private @Nullable Double resendTime;

    @Option(names = "--survey-time", paramLabel = "S", description = "surveyor: take answers so long (default: 1).")
    private @Nullable Double surveyTime;

    @Option(
            names = {"-Z", "--max-size", "--recv-maxsz"},
            paramLabel = "BYTES",
            description = "Largest message to receive (default: 1 MiB; 0: any).")
    private @Nullable Integer maxSize;

    @Option(names = "--ttl", paramLabel = "N", description = "Most hops of received messages (default: 8).")
    private @Nullable Integer ttl;

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

    /** Times are times, and files are there. */
    void check(Rules rules) {
        Seconds.check(rules, "send-timeout", sendTimeout);
        Seconds.check(rules, "recv-timeout", receiveTimeout);
        Seconds.check(rules, "resend-time", resendTime);
        Seconds.check(rules, "survey-time", surveyTime);
        readable(rules, "cert", certificate);
        readable(rules, "key", key);
        readable(rules, "cacert", authority);
    }

    private static void readable(Rules rules, String name, @Nullable Path file) {
        if (file != null && !(Files.isRegularFile(file) && Files.isReadable(file))) {
            throw rules.broken(name + " must be a file that can be read: " + name + "=" + file);
        }
    }

    /** Whether there is a certificate to show to those who dial. */
    boolean hasCertificate() {
        return certificate != null;
    }

    /** For the socket. */
    SocketOptions options(Rules rules) {
        try {
            SocketOptions options = SocketOptions.defaults();
            options = options.sendTimeout(sendTimeout());
            options = receiveTimeout == null ? options : options.receiveTimeout(Seconds.of(receiveTimeout));
            options = resendTime == null ? options : options.resendTime(Seconds.of(resendTime));
            options = surveyTime == null ? options : options.surveyTime(Seconds.of(surveyTime));
            options = maxSize == null ? options : options.maxReceiveSize(maxSize);
            options = ttl == null ? options : options.ttl(ttl);
            boolean tls = certificate != null || key != null || authority != null || insecure || demand;
            return tls ? options.tls(new TlsFiles(certificate, key, authority, demand, insecure)) : options;
        } catch (IllegalArgumentException e) {
            throw rules.broken(e);
        }
    }

    /** How long a send may wait: who limits the wait for a reply does not want to wait for ever to ask. */
    Duration sendTimeout() {
        Double limit = sendTimeout == null ? receiveTimeout : sendTimeout;
        return limit == null ? SocketOptions.FOREVER : Seconds.of(limit);
    }
}
