// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty.channel;

import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Locale;
import java.util.concurrent.RejectedExecutionException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Says what failed: of which kind it is, and in words. Any thread. */
public final class Causes {
    private static final int DEEPEST = 20;

    private Causes() {}

    /**
     * What users get to see.
     *
     * @param where the address, for the message
     */
    public static SpException of(Throwable failure, Object where) {
        if (failure instanceof SpException known) {
            return known;
        }
        String text = text(failure);
        return new SpException(
                kind(failure), text + (text.indexOf('=') < 0 ? ": address=" : ", address=") + where, failure);
    }

    private static SpError kind(Throwable failure) {
        SSLException tls = find(failure, SSLException.class);
        if (tls != null) {
            return TlsCauses.kind(tls);
        }
        String message = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
        if (failure instanceof UnknownHostException
                || failure instanceof UnresolvedAddressException
                || message.contains("cannot assign")) {
            return SpError.ADDRESS_INVALID;
        }
        if (message.contains("in use")) {
            return SpError.ADDRESS_IN_USE;
        }
        if (message.contains("permission denied")) {
            return SpError.PERMISSION_DENIED;
        }
        if (failure instanceof ConnectException) {
            return SpError.REFUSED;
        }
        if (failure instanceof ClosedChannelException || failure instanceof SocketException) {
            return SpError.CONNECTION_LOST;
        }
        return failure instanceof RejectedExecutionException ? SpError.CLOSED : SpError.IO;
    }

    /** One sentence without a full stop. */
    static String text(Throwable failure) {
        SSLException tls = find(failure, SSLException.class);
        if (tls != null) {
            return TlsCauses.text(tls);
        }
        if (failure instanceof UnknownHostException) {
            return "the name of the host is not known";
        }
        if (failure instanceof NoRouteToHostException) {
            return "there is no route to the host";
        }
        if (failure instanceof ClosedChannelException) {
            return "the connection was closed";
        }
        if (failure instanceof RejectedExecutionException) {
            return "the transport is closed";
        }
        Throwable root = failure;
        for (int depth = 0; root.getCause() != null && depth < DEEPEST; depth++) {
            root = root.getCause();
        }
        String message = root.getMessage();
        if (message == null) {
            return "it failed: cause=" + root.getClass().getSimpleName();
        }
        return failure instanceof ConnectException
                        && message.toLowerCase(Locale.ROOT).contains("refused")
                ? "nobody listens there"
                : message;
    }

    /** Whether a message was longer than the limit. */
    static boolean isTooLong(Throwable failure) {
        if (failure instanceof SpException known) {
            return known.reason() == SpError.TOO_LONG;
        }
        CorruptedWebSocketFrameException broken = find(failure, CorruptedWebSocketFrameException.class);
        return broken != null && WebSocketCloseStatus.MESSAGE_TOO_BIG.equals(broken.closeStatus());
    }

    /** The first failure of that type among this one and its causes, or null. */
    static <T extends Throwable> @Nullable T find(Throwable failure, Class<T> type) {
        Throwable next = failure;
        for (int depth = 0; next != null && depth < DEEPEST; depth++) {
            if (type.isInstance(next)) {
                return type.cast(next);
            }
            next = next.getCause();
        }
        return null;
    }
}
