// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.netty.util.concurrent.FastThreadLocalThread;
import io.troupe.net.netty.EventLoops;
import io.troupe.net.netty.NettyVersion;
import io.troupe.net.netty.SocketIo;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The loops of a transport: none before the first use, as sockets over other transports need no Netty, and none after the end. Any thread. */
final class SpEventLoops {
    private static final int MOST_LOOPS = 2;
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final SocketIo io;

    // ---- guarded by this
    private @Nullable EventLoops loops;
    /** A dialer may come late, and must not begin threads that nobody ends. */
    private boolean closed;

    SpEventLoops(SocketIo io) {
        this.io = io;
    }

    /**
     * Makes them unless they are there.
     *
     * @throws SpException CLOSED
     * @throws IllegalStateException if the jars of Netty do not fit
     */
    synchronized EventLoops get() {
        if (closed) {
            throw new SpException(SpError.CLOSED, "the transport is closed");
        }
        EventLoops own = loops;
        if (own == null) {
            NettyVersion.ofProcess(); // before anything of Netty is loaded, so that its sentence is what users see
            int threads = Math.min(MOST_LOOPS, Runtime.getRuntime().availableProcessors());
            own = new EventLoops(io, threads, new LoopThreads());
            loops = own;
        }
        return own;
    }

    /** Ends them; waits for that, up to a few seconds, unless it is one of them that calls. */
    void close() {
        EventLoops own;
        synchronized (this) {
            closed = true;
            own = loops;
            loops = null;
        }
        if (own != null) {
            own.close();
        }
    }

    /** Apart from the others, since it mentions a class of Netty. */
    private static final class LoopThreads implements ThreadFactory {
        @Override
        public Thread newThread(Runnable task) {
            Thread thread = new FastThreadLocalThread(task, "sp-netty-" + NUMBERS.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        }
    }
}
