// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty.channel;

import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.transport.PipeAcceptor;
import io.troupe.sp.transport.SpAddress;
import io.troupe.sp.transport.TransportContext;

/**
 * Whom a connection is for.
 *
 * @param wiring of the socket
 * @param acceptor gets the pipe, or hears why there is none
 * @param address dialled, or listened at
 */
public record Target(TransportContext wiring, PipeAcceptor acceptor, SpAddress address) {
    /** The socket's settings. */
    public SocketOptions options() {
        return wiring.options();
    }

    /** The socket's protocol. */
    public Protocol protocol() {
        return wiring.protocol();
    }

    /** The most bytes that a message may have. */
    int mostBytes() {
        int most = wiring.options().maxReceiveSize();
        return most == 0 ? Integer.MAX_VALUE : most;
    }
}
