// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.netty;

import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import io.troupe.net.netty.NetFailure.Kind;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Why TLS failed: which certificate was refused, by whom and for what. Stateless. */
final class TlsFailure {
    private static final String ALERT = "fatal alert: ";

    private TlsFailure() {}

    static NetFailure of(SSLException failure) {
        String own = refusedHere(failure);
        if (own != null) {
            return new NetFailure(Kind.NOT_TRUSTED, own);
        }
        if (NetFailure.find(failure, NotSslRecordException.class) != null) {
            return new NetFailure(Kind.TLS_REFUSED, "the other side does not speak TLS");
        }
        if (NetFailure.find(failure, SslHandshakeTimeoutException.class) != null) {
            return new NetFailure(Kind.NO_ANSWER, "no answer to the TLS handshake");
        }
        String message = String.valueOf(failure.getMessage());
        int alert = message.indexOf(ALERT);
        if (alert >= 0) {
            return ofAlert(message.substring(alert + ALERT.length()).trim().toLowerCase(Locale.ROOT));
        }
        if (message.contains("while SSL/TLS handshake")
                || NetFailure.find(failure, ClosedChannelException.class) != null) {
            return new NetFailure(Kind.LOST, "the other side closed the connection during the TLS handshake");
        }
        return new NetFailure(Kind.OTHER, "TLS failed: cause=" + message);
    }

    /** What this side does not like about the certificate of the other; null: nothing. */
    private static @Nullable String refusedHere(SSLException failure) {
        CertificateExpiredException expired = NetFailure.find(failure, CertificateExpiredException.class);
        if (expired != null) {
            return "the certificate has expired: " + expired.getMessage();
        }
        CertificateNotYetValidException early = NetFailure.find(failure, CertificateNotYetValidException.class);
        if (early != null) {
            return "the certificate is not valid yet: " + early.getMessage();
        }
        if (NetFailure.find(failure, CertPathBuilderException.class) != null) {
            return "the certificate is not signed by a trusted authority";
        }
        CertPathValidatorException path = NetFailure.find(failure, CertPathValidatorException.class);
        if (path != null) {
            return "the certificate is not accepted: " + path.getMessage();
        }
        CertificateException other = NetFailure.find(failure, CertificateException.class);
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

    /** What the other side says, by the names of RFC 8446. */
    private static NetFailure ofAlert(String name) {
        String objection =
                switch (name) {
                    case "certificate_expired" -> "it has expired";
                    case "certificate_revoked" -> "it was revoked";
                    case "unknown_ca" -> "it is not signed by an authority trusted there";
                    case "certificate_required", "bad_certificate" -> "none was shown, or not a good one";
                    case "certificate_unknown", "unsupported_certificate" ->
                        "it has expired, is not signed by an authority trusted there, or is for another host or use";
                    default -> "";
                };
        if (objection.isEmpty()) {
            return new NetFailure(Kind.TLS_REFUSED, "the other side refused TLS: alert=" + name);
        }
        return new NetFailure(
                Kind.NOT_TRUSTED,
                "the other side refused the certificate of this side: " + objection + ", alert=" + name);
    }
}
