// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.troupe.net.NettyVersion;
import io.troupe.net.SocketIo;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import org.jspecify.annotations.Nullable;

/** Loops that begin with their first use, and never after their end. Thread-safe. */
final class LazyLoops {
    private final SocketIo io;

    // ---- guarded by this
    private @Nullable Loops loops;
    /** A dialer may come late, and must not begin threads that nobody ends. */
    private boolean closed;

    LazyLoops(SocketIo io) {
        this.io = io;
    }

    /**
     * Begins them unless they have begun.
     *
     * @throws SpException CLOSED
     * @throws IllegalStateException if the jars of Netty do not fit
     */
    synchronized Loops get() {
        if (closed) {
            throw new SpException(SpError.CLOSED, "the transport is closed");
        }
        Loops own = loops;
        if (own == null) {
            NettyVersion.ofProcess(); // before anything of Netty is loaded, so that its sentence is what users see
            own = new Loops(io);
            loops = own;
        }
        return own;
    }

    /** Ends them; waits for that, up to a few seconds, unless it is one of them that calls. */
    void close() {
        Loops own;
        synchronized (this) {
            closed = true;
            own = loops;
            loops = null;
        }
        if (own != null) {
            own.close();
        }
    }
}
