// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.SpAddress;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An address as its kind of sockets understands it. */
interface NioEndpoint {
    /** Connections that may wait to be accepted. */
    int BACKLOG = 1024;

    /** As the user wrote it. */
    SpAddress address();

    /** How its streams are framed. */
    FrameFormat format();

    /** Listens there. */
    ServerSocketChannel bind() throws IOException;

    /** As others may write it, now that it is bound here. */
    SpAddress bound(@Nullable SocketAddress local);

    /** Nobody is to come here any more; before the channel is closed. */
    void leave();

    /** Where to connect to, if that is known without asking others; null: ask {@link #resolve}. */
    @Nullable
    SocketAddress known();

    /** Where to connect to: one place or more, to be tried one after the other; may take long. */
    List<SocketAddress> resolve();

    /** Why connecting did not work. */
    SpException connectFailure(Exception cause);
}
