// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.netty;

import io.netty.channel.ConnectTimeoutException;
import io.troupe.core.message.PlainText;
import java.io.FileNotFoundException;
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

/**
 * Why a connection ended or never began, as data: the kind for programs, the text for people. Immutable.
 *
 * @param kind which kind of failure
 * @param text one sentence without a full stop
 */
public record NetFailure(Kind kind, String text) {
    /** Characters of a foreign text that are kept. */
    private static final int LONGEST = 1_000;

    private static final int DEEPEST = 20;

    /** What went wrong. */
    public enum Kind {
        /** Nobody answered in time. */
        NO_ANSWER,
        /** Nobody listens there. */
        REFUSED,
        /** The network does not lead to the host. */
        NO_ROUTE,
        /** The name of the host is not known. */
        UNKNOWN_HOST,
        /** The address is not one of this machine. */
        NOT_LOCAL,
        /** Something else listens there. */
        ADDRESS_IN_USE,
        /** The operating system does not allow it. */
        NOT_PERMITTED,
        /** The connection broke, or was closed at a time when it should not be. */
        LOST,
        /** The loops that should do it have ended. */
        LOOPS_ENDED,
        /** One side did not accept the certificate of the other. */
        NOT_TRUSTED,
        /** The other side does not speak TLS, or refuses it for a reason that is no certificate. */
        TLS_REFUSED,
        /** Anything else. */
        OTHER
    }

    /** Looks a failure over, with its causes. */
    public static NetFailure of(Throwable failure) {
        SSLException tls = find(failure, SSLException.class);
        if (tls != null) {
            return TlsFailure.of(tls);
        }
        if (failure instanceof ConnectTimeoutException) {
            return new NetFailure(Kind.NO_ANSWER, "no answer");
        }
        if (failure instanceof NoRouteToHostException) {
            return new NetFailure(Kind.NO_ROUTE, "no route to the host");
        }
        if (failure instanceof UnknownHostException || failure instanceof UnresolvedAddressException) {
            return new NetFailure(Kind.UNKNOWN_HOST, "the name of the host is not known");
        }
        if (failure instanceof ClosedChannelException) {
            for (Throwable more : failure.getSuppressed()) { // how Netty says that it was during the handshake
                if (more instanceof SSLException handshake) {
                    return TlsFailure.of(handshake);
                }
            }
            return new NetFailure(Kind.LOST, "the connection is closed");
        }
        if (failure instanceof RejectedExecutionException) {
            return new NetFailure(Kind.LOOPS_ENDED, "the transport is closed");
        }
        return ofMessage(failure, String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT));
    }

    /** What the system says it by: NIO, epoll and kqueue throw other types for the same, but say it in like words. */
    private static NetFailure ofMessage(Throwable failure, String lower) {
        if (lower.contains("reset") || lower.contains("broken pipe") || lower.contains("connection aborted")) {
            return new NetFailure(Kind.LOST, "connection reset by peer");
        }
        if (lower.contains("refused")) {
            return new NetFailure(Kind.REFUSED, "connection refused");
        }
        if (lower.contains("no such file") || failure instanceof FileNotFoundException) {
            return new NetFailure(Kind.REFUSED, "connection refused, nobody listens there");
        }
        if (lower.contains("timed out")) {
            return failure instanceof ConnectException
                    ? new NetFailure(Kind.NO_ANSWER, "no answer")
                    : new NetFailure(Kind.LOST, "the other side stopped answering");
        }
        if (lower.contains("in use")) {
            return new NetFailure(Kind.ADDRESS_IN_USE, "address already in use");
        }
        return new NetFailure(otherKind(failure, lower), rootText(failure));
    }

    private static Kind otherKind(Throwable failure, String lower) {
        if (lower.contains("permission denied")) {
            return Kind.NOT_PERMITTED;
        }
        if (lower.contains("cannot assign") || lower.contains("can't assign")) {
            return Kind.NOT_LOCAL;
        }
        if (failure instanceof ConnectException) {
            return Kind.REFUSED;
        }
        return failure instanceof SocketException ? Kind.LOST : Kind.OTHER;
    }

    /** What the first of all causes says, which has no wrapping around it. The other side may have a part in it. */
    private static String rootText(Throwable failure) {
        Throwable root = root(failure);
        return root.getMessage() == null ? root.getClass().getSimpleName() : PlainText.of(root.getMessage(), LONGEST);
    }

    /** The first of all causes. */
    static Throwable root(Throwable failure) {
        Throwable root = failure;
        for (int depth = 0; root.getCause() != null && depth < DEEPEST; depth++) {
            root = root.getCause();
        }
        return root;
    }

    /** The first failure of that type among this one and its causes, or null. */
    public static <T extends Throwable> @Nullable T find(Throwable failure, Class<T> type) {
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
