// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.troupe.net.netty.NetFailure;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;

/** Failures of the network as users of sockets see them. Stateless. */
final class SpFailures {
    private SpFailures() {}

    /**
     * What users get to see.
     *
     * @param where the address, for the message
     */
    static SpException of(Throwable failure, Object where) {
        if (failure instanceof SpException known) {
            return known;
        }
        NetFailure found = NetFailure.of(failure);
        String text = found.kind() == NetFailure.Kind.REFUSED ? "nobody listens there" : found.text();
        return new SpException(
                error(found.kind()), text + (text.indexOf('=') < 0 ? ": address=" : ", address=") + where, failure);
    }

    private static SpError error(NetFailure.Kind kind) {
        return switch (kind) {
            case NO_ANSWER -> SpError.TIMED_OUT;
            case REFUSED -> SpError.REFUSED;
            case NO_ROUTE, LOST -> SpError.CONNECTION_LOST;
            case UNKNOWN_HOST, NOT_LOCAL -> SpError.ADDRESS_INVALID;
            case ADDRESS_IN_USE -> SpError.ADDRESS_IN_USE;
            case NOT_PERMITTED -> SpError.PERMISSION_DENIED;
            case LOOPS_ENDED -> SpError.CLOSED;
            case NOT_TRUSTED -> SpError.NOT_TRUSTED;
            case TLS_REFUSED -> SpError.PROTOCOL;
            case OTHER -> SpError.IO;
        };
    }

    /** One sentence without a full stop. */
    static String text(Throwable failure) {
        return failure instanceof SpException known
                ? String.valueOf(known.getMessage())
                : NetFailure.of(failure).text();
    }

    /** Whether a message was longer than the limit. */
    static boolean isTooLong(Throwable failure) {
        if (failure instanceof SpException known) {
            return known.reason() == SpError.TOO_LONG;
        }
        CorruptedWebSocketFrameException broken = NetFailure.find(failure, CorruptedWebSocketFrameException.class);
        return broken != null && WebSocketCloseStatus.MESSAGE_TOO_BIG.equals(broken.closeStatus());
    }
}
