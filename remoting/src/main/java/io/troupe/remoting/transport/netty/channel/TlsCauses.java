// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.transport.netty.channel;

import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Says in words why TLS failed: which certificate was refused, by whom and for what. Any thread. */
final class TlsCauses {
    private static final String ALERT = "fatal alert: ";

    private TlsCauses() {}

    static String text(Throwable failure) {
        String own = refusedHere(failure);
        if (own != null) {
            return own;
        }
        if (Causes.find(failure, NotSslRecordException.class) != null) {
            return "the other side does not speak TLS";
        }
        if (Causes.find(failure, SslHandshakeTimeoutException.class) != null) {
            return "no answer to the TLS handshake";
        }
        String message = String.valueOf(failure.getMessage());
        int alert = message.indexOf(ALERT);
        if (alert >= 0) {
            return alert(message.substring(alert + ALERT.length()).trim().toLowerCase(Locale.ROOT));
        }
        if (message.contains("while SSL/TLS handshake") || Causes.find(failure, ClosedChannelException.class) != null) {
            return "the other side closed the connection during the TLS handshake";
        }
        return "TLS failed, " + message;
    }

    /** What this side does not like about the certificate of the other, or null. */
    private static @Nullable String refusedHere(Throwable failure) {
        CertificateExpiredException expired = Causes.find(failure, CertificateExpiredException.class);
        if (expired != null) {
            return "the certificate has expired: " + expired.getMessage();
        }
        CertificateNotYetValidException early = Causes.find(failure, CertificateNotYetValidException.class);
        if (early != null) {
            return "the certificate is not valid yet: " + early.getMessage();
        }
        if (Causes.find(failure, CertPathBuilderException.class) != null) {
            return "the certificate is not signed by a trusted authority";
        }
        CertPathValidatorException path = Causes.find(failure, CertPathValidatorException.class);
        if (path != null) {
            return "the certificate is not accepted: " + path.getMessage();
        }
        CertificateException other = Causes.find(failure, CertificateException.class);
        if (other != null) {
            return named(String.valueOf(other.getMessage()));
        }
        String message = String.valueOf(failure.getMessage());
        return message.contains("Empty client certificate chain") || message.contains("Empty server certificate chain")
                ? "the other side showed no certificate"
                : null;
    }

    private static String named(String message) {
        boolean host = message.contains("subject alternative") || message.contains("No name matching");
        return (host ? "the certificate is not for this host: " : "the certificate is not accepted: ") + message;
    }

    /** What the other side says; names of alerts as in RFC 8446. */
    private static String alert(String name) {
        String reason =
                switch (name) {
                    case "certificate_expired" -> "it has expired";
                    case "certificate_revoked" -> "it was revoked";
                    case "unknown_ca" -> "it is not signed by an authority trusted there";
                    case "certificate_required", "bad_certificate" -> "none was shown, or not a good one";
                    case "certificate_unknown", "unsupported_certificate" ->
                        "it has expired, is not signed by an authority trusted there, or is for another host or use";
                    default -> "";
                };
        if (reason.isEmpty()) {
            return "the other side refused TLS: alert=" + name;
        }
        return "the other side refused the certificate of this side: " + reason + ", alert=" + name;
    }
}
