// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.FastThreadLocalThread;
import io.troupe.net.LoopFactory;
import io.troupe.net.SocketIo;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads: one that accepts, some that read and write, some for what blocks. Daemons, begun when first needed. */
@SuppressWarnings("FutureReturnValueIgnored") // the end is awaited in another way
final class Loops {
    private static final int MOST_LOOPS = 2;
    private static final int HELPERS = 2;
    private static final long END_MILLIS = 3_000;
    private static final long QUIET_MILLIS = 1;
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    /** Apart from the others, so that they may wait for a port to be bound. */
    private final EventLoopGroup accepting;

    private final EventLoopGroup working;
    private final ThreadPoolExecutor helpers;

    /**
     * Ready; threads begin when needed.
     *
     * @param io how sockets work
     * @throws IllegalStateException if the jars of Netty do not fit
     */
    Loops(SocketIo io) {
        int loops = Math.min(MOST_LOOPS, Runtime.getRuntime().availableProcessors());
        LoopFactory factory = LoopFactory.ofProcess();
        accepting = factory.sockets(io, 1, Loops::thread);
        working = factory.sockets(io, loops, Loops::thread);
        helpers = new ThreadPoolExecutor(
                HELPERS, HELPERS, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), Loops::thread);
        helpers.allowCoreThreadTimeOut(true);
    }

    private static Thread thread(Runnable task) {
        Thread thread = new FastThreadLocalThread(task, "sp-netty-" + NUMBERS.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }

    /** For server channels. */
    EventLoopGroup accepting() {
        return accepting;
    }

    /** For connections. */
    EventLoopGroup working() {
        return working;
    }

    /**
     * Runs what may block: looking up names, reading files.
     *
     * @throws RejectedExecutionException after close
     */
    void help(Runnable task) {
        helpers.execute(task);
    }

    /** Ends all threads; waits for that, up to a few seconds, unless it is one of them that calls. */
    void close() {
        helpers.shutdown();
        accepting.shutdownGracefully(0, END_MILLIS, TimeUnit.MILLISECONDS);
        // with no quiet time a connection that was accepted at the last moment would come after all others are closed,
        // and stay
        working.shutdownGracefully(QUIET_MILLIS, END_MILLIS, TimeUnit.MILLISECONDS);
        if (isOwnThread()) {
            return;
        }
        try {
            accepting.awaitTermination(END_MILLIS, TimeUnit.MILLISECONDS);
            working.awaitTermination(END_MILLIS, TimeUnit.MILLISECONDS);
            helpers.awaitTermination(END_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isOwnThread() {
        for (EventExecutor loop : working) {
            if (loop.inEventLoop()) {
                return true;
            }
        }
        return false;
    }
}
