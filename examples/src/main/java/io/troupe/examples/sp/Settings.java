// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp;

import io.troupe.examples.cli.Rules;
import io.troupe.examples.sp.tls.TlsOptions;
import io.troupe.sp.socket.Origins;
import io.troupe.sp.socket.SocketOptions;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
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
            names = "--origin",
            paramLabel = "ORIGIN",
            description =
                    "WebSocket listeners: take web pages of this origin (https://shop.example) instead of those of the"
                            + " listener's own; any: of all.")
    private List<String> origins = List.of();

    @Mixin
    private final TlsOptions tls = new TlsOptions();

    /** Times are times, and files are there. */
    void check(Rules rules, List<String> listening) {
        Seconds.check(rules, "send-timeout", sendTimeout);
        Seconds.check(rules, "recv-timeout", receiveTimeout);
        Seconds.check(rules, "resend-time", resendTime);
        Seconds.check(rules, "survey-time", surveyTime);
        tls.check(rules, listening);
    }

    /** For the socket. */
    SocketOptions options(Rules rules) {
        try {
            SocketOptions.Builder options = SocketOptions.builder().sendTimeout(sendTimeout());
            if (receiveTimeout != null) {
                options.receiveTimeout(Seconds.of(receiveTimeout));
            }
            if (resendTime != null) {
                options.resendTime(Seconds.of(resendTime));
            }
            if (surveyTime != null) {
                options.surveyTime(Seconds.of(surveyTime));
            }
            if (maxSize != null) {
                options.maxReceiveSize(maxSize);
            }
            if (ttl != null) {
                options.ttl(ttl);
            }
            if (!origins.isEmpty()) {
                options.origins(allowed());
            }
            return tls.on(options.build());
        } catch (IllegalArgumentException e) {
            throw rules.broken(e);
        }
    }

    private Origins allowed() {
        return origins.contains("any") ? Origins.any() : Origins.of(origins.toArray(String[]::new));
    }

    /** Limit of a send: that of a receive unless it has its own, so that a request cannot wait for ever. */
    Duration sendTimeout() {
        Double limit = sendTimeout == null ? receiveTimeout : sendTimeout;
        return limit == null ? SocketOptions.FOREVER : Seconds.of(limit);
    }
}
