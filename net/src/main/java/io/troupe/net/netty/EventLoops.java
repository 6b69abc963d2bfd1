// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.netty;

import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.SingleThreadEventExecutor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a transport: loops that read and write, and helpers for what blocks. Loops are made, and threads begin, when
 * they are first needed; after {@link #close} none begins any more. Any thread.
 */
@SuppressWarnings("FutureReturnValueIgnored") // the end is awaited in another way
public final class EventLoops {
    private static final int HELPERS = 4;
    private static final long END_MILLIS = 3_000;
    /**
     * So long loops wait for more before they end. Without it, a connection that was accepted at the last moment would come
     * after all others are closed, and stay. With zero they would not go round once more.
     */
    private static final long QUIET_MILLIS = 1;

    private final SocketIo io;
    private final int loops;
    private final ThreadFactory threads;
    private final LoopFactory factory = LoopFactory.ofProcess();
    private final ThreadPoolExecutor helpers;

    // written under the lock of this
    private volatile @Nullable EventLoopGroup listening;
    private volatile @Nullable EventLoopGroup sockets;
    private volatile @Nullable EventLoopGroup inproc;
    private volatile boolean closed;

    /**
     * Without any threads yet.
     *
     * @param io by which interface of the system sockets work
     * @param loops threads for connections, more than zero
     * @param threads makes all threads; they should be daemons
     * @throws IllegalStateException if the jars of Netty do not fit
     */
    public EventLoops(SocketIo io, int loops, ThreadFactory threads) {
        this.io = io;
        this.loops = loops;
        this.threads = threads;
        this.helpers =
                new ThreadPoolExecutor(HELPERS, HELPERS, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads);
        helpers.allowCoreThreadTimeOut(true);
    }

    /** By which interface of the system sockets work. */
    public SocketIo io() {
        return io;
    }

    /**
     * One loop apart from the others, for sockets that listen: so a loop of {@link #sockets} may wait until a place is bound.
     *
     * @throws RejectedExecutionException after close
     */
    public EventLoopGroup listening() {
        EventLoopGroup group = listening;
        if (group == null) {
            synchronized (this) {
                group = begun(listening, () -> factory.sockets(io, 1, threads));
                listening = group;
            }
        }
        return group;
    }

    /**
     * Loops for connections over sockets.
     *
     * @throws RejectedExecutionException after close
     */
    public EventLoopGroup sockets() {
        EventLoopGroup group = sockets;
        if (group == null) {
            synchronized (this) {
                group = begun(sockets, () -> factory.sockets(io, loops, threads));
                sockets = group;
            }
        }
        return group;
    }

    /**
     * Loops for connections within the process.
     *
     * @throws RejectedExecutionException after close
     */
    public EventLoopGroup inproc() {
        EventLoopGroup group = inproc;
        if (group == null) {
            synchronized (this) {
                group = begun(inproc, () -> factory.inproc(loops, threads));
                inproc = group;
            }
        }
        return group;
    }

    private EventLoopGroup begun(@Nullable EventLoopGroup present, Supplier<EventLoopGroup> maker) {
        if (present != null) {
            return present;
        }
        if (closed) {
            throw new RejectedExecutionException("the transport is closed");
        }
        return maker.get();
    }

    /** Whether the calling thread is one of the loops for connections. */
    public boolean inLoop() {
        return isIn(sockets) || isIn(inproc);
    }

    private static boolean isIn(@Nullable EventLoopGroup group) {
        if (group != null) {
            for (EventExecutor loop : group) {
                if (loop.inEventLoop()) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Runs what may block: looking up names, touching files.
     *
     * @throws RejectedExecutionException after close
     */
    public void help(Runnable task) {
        helpers.execute(task);
    }

    /** Ends all threads; waits for that, up to a few seconds, unless it is one of the loops that calls. */
    public void close() {
        synchronized (this) {
            closed = true;
        }
        helpers.shutdown();
        end(listening);
        end(sockets);
        end(inproc);
        if (inLoop()) {
            return;
        }
        long limit = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(END_MILLIS);
        try {
            await(listening, limit);
            await(sockets, limit);
            await(inproc, limit);
            helpers.awaitTermination(left(limit), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void end(@Nullable EventLoopGroup group) {
        if (group != null && !group.isShuttingDown()) {
            for (EventExecutor loop : group) {
                goRoundOnceMore(loop);
            }
            group.shutdownGracefully(QUIET_MILLIS, END_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /**
     * A loop of Netty 4.2 looks whether it is to end, and closes its channels then; it runs its tasks; and it ends if it is to end and there
     * was nothing to be done for the quiet time. Race: it is told to end between the two looks. Then it would end and leave its
     * channels open, which nobody serves. Invariant: a loop that has had a hook to run goes round once more, also if that was
     * its first look.
     */
    private static void goRoundOnceMore(EventExecutor loop) {
        if (loop instanceof SingleThreadEventExecutor single) {
            try {
                single.addShutdownHook(() -> {});
            } catch (RejectedExecutionException e) {
                // it has ended
            }
        }
    }

    private static void await(@Nullable EventLoopGroup group, long limit) throws InterruptedException {
        if (group != null) {
            group.awaitTermination(left(limit), TimeUnit.NANOSECONDS);
        }
    }

    private static long left(long limit) {
        return Math.max(1, limit - System.nanoTime());
    }
}
