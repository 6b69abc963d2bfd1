// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty.channel;

import io.netty.handler.ssl.NotSslRecordException;
import io.troupe.sp.socket.SpError;
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

    static SpError kind(Throwable failure) {
        if (refusedHere(failure) != null) {
            return SpError.NOT_TRUSTED;
        }
        if (Causes.find(failure, NotSslRecordException.class) != null) {
            return SpError.PROTOCOL;
        }
        String alert = alert(failure);
        if (alert != null) {
            return objection(alert) == null ? SpError.PROTOCOL : SpError.NOT_TRUSTED;
        }
        return isLost(failure) ? SpError.CONNECTION_LOST : SpError.IO;
    }

    static String text(Throwable failure) {
        String own = refusedHere(failure);
        if (own != null) {
            return own;
        }
        if (Causes.find(failure, NotSslRecordException.class) != null) {
            return "the other side does not speak TLS";
        }
        String alert = alert(failure);
        if (alert != null) {
            String objection = objection(alert);
            return objection == null
                    ? "the other side refused TLS: alert=" + alert
                    : "the other side refused our certificate: " + objection + ", alert=" + alert;
        }
        return isLost(failure)
                ? "the other side closed the connection during the TLS handshake"
                : "TLS failed: cause=" + failure.getMessage();
    }

    private static boolean isLost(Throwable failure) {
        return String.valueOf(failure.getMessage()).contains("while SSL/TLS handshake")
                || Causes.find(failure, ClosedChannelException.class) != null;
    }

    /** What this side does not like about the certificate of the other; null: nothing. */
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
            String message = String.valueOf(other.getMessage());
            boolean host = message.contains("subject alternative") || message.contains("No name matching");
            return (host ? "the certificate is not for this host: " : "the certificate is not accepted: ") + message;
        }
        String message = String.valueOf(failure.getMessage());
        return message.contains("Empty client certificate chain") || message.contains("Empty server certificate chain")
                ? "the other side showed no certificate"
                : null;
    }

    /** What the other side says, by the names of RFC 8446; null: nothing. */
    private static @Nullable String alert(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        int at = message.indexOf(ALERT);
        return at < 0 ? null : message.substring(at + ALERT.length()).trim().toLowerCase(Locale.ROOT);
    }

    /** What the alert says about our certificate; null: it is about something else. */
    private static @Nullable String objection(String alert) {
        return switch (alert) {
            case "certificate_expired" -> "it has expired";
            case "certificate_revoked" -> "it was revoked";
            case "unknown_ca" -> "it is not signed by an authority trusted there";
            case "certificate_required", "bad_certificate" -> "none was shown, or not a good one";
            case "certificate_unknown", "unsupported_certificate" ->
                "it has expired, is not signed by an authority trusted there, or is for another host or use";
            default -> null;
        };
    }
}
