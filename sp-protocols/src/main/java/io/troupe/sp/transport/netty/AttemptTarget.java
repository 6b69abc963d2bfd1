// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.transport.PipeAcceptor;
import io.troupe.sp.transport.SpAddress;
import io.troupe.sp.transport.TransportContext;

/**
 * Whom a connection is for.
 *
 * @param context of the socket
 * @param acceptor gets the pipe, or hears why there is none
 * @param address dialled, or listened at
 */
record AttemptTarget(TransportContext context, PipeAcceptor acceptor, SpAddress address) {
    /** The socket's settings. */
    SocketOptions options() {
        return context.options();
    }

    /** The socket's protocol. */
    Protocol protocol() {
        return context.protocol();
    }

    /** The most bytes that a message may have. */
    int mostBytes() {
        int most = context.options().maxReceiveSize();
        return most == 0 ? Integer.MAX_VALUE : most;
    }
}
