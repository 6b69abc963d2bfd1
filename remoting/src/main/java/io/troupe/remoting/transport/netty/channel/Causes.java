// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.transport.netty.channel;

import io.netty.channel.ConnectTimeoutException;
import java.io.FileNotFoundException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.util.Locale;
import javax.net.ssl.SSLException;

/** Says in words for people why a connection ended or never began. Any thread. */
public final class Causes {
    private Causes() {}

    /** One sentence without a full stop. */
    public static String text(Throwable failure) {
        Throwable ssl = find(failure, SSLException.class);
        if (ssl != null) {
            return TlsCauses.text(ssl);
        }
        if (failure instanceof ConnectTimeoutException) {
            return "no answer";
        }
        if (failure instanceof NoRouteToHostException) {
            return "no route to the host";
        }
        if (failure instanceof UnknownHostException) {
            return "the name of the host is not known";
        }
        if (failure instanceof ClosedChannelException) {
            for (Throwable more : failure.getSuppressed()) { // how Netty says that it was during the handshake
                if (more instanceof SSLException) {
                    return TlsCauses.text(more);
                }
            }
            return "the connection is closed";
        }
        String message = String.valueOf(failure.getMessage());
        return fromMessage(failure, message, message.toLowerCase(Locale.ROOT));
    }

    private static String fromMessage(Throwable failure, String message, String lower) {
        if (lower.contains("reset") || lower.contains("broken pipe") || lower.contains("connection aborted")) {
            return "connection reset by peer";
        }
        if (lower.contains("refused")) {
            return "connection refused";
        }
        if (lower.contains("no such file") || failure instanceof FileNotFoundException) {
            return "connection refused, nobody listens there";
        }
        if (lower.contains("timed out")) {
            return failure instanceof ConnectException ? "no answer" : "the other side stopped answering";
        }
        if (lower.contains("in use")) {
            return "address already in use";
        }
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : message;
    }

    /** The first failure of that type among this one and its causes, or null. */
    static <T extends Throwable> @org.jspecify.annotations.Nullable T find(Throwable failure, Class<T> type) {
        Throwable next = failure;
        for (int depth = 0; next != null && depth < 20; depth++) {
            if (type.isInstance(next)) {
                return type.cast(next);
            }
            next = next.getCause();
        }
        return null;
    }
}
