// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.transport.netty;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import io.troupe.net.LoopFactory;
import io.troupe.net.SocketIo;
import io.troupe.remoting.transport.netty.channel.LoopMemory;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads of a transport: loops, and helpers for what blocks. All daemons, begun when first needed. Any thread. */
@SuppressWarnings("FutureReturnValueIgnored") // the end is awaited in another way
final class EventLoops {
    private static final int HELPERS = 4;
    private static final long END_MILLIS = 3_000;

    private final AtomicInteger numbers = new AtomicInteger();
    private final String prefix;
    private final SocketIo io;
    private final EventLoopGroup sockets;
    private final EventLoopGroup inproc;
    private final ThreadPoolExecutor helpers;
    private final Map<EventExecutor, LoopMemory> memories = new ConcurrentHashMap<>();

    EventLoops(String system, SocketIo io, int loops) {
        this.prefix = "troupe-remoting-" + system + "-";
        this.io = io;
        LoopFactory factory = LoopFactory.ofProcess();
        this.sockets = factory.sockets(io, loops, this::thread);
        this.inproc = factory.inproc(loops, this::thread);
        this.helpers = new ThreadPoolExecutor(
                HELPERS, HELPERS, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), this::thread);
        helpers.allowCoreThreadTimeOut(true);
    }

    SocketIo io() {
        return io;
    }

    EventLoopGroup sockets() {
        return sockets;
    }

    EventLoopGroup inproc() {
        return inproc;
    }

    /** Whether the calling thread is one of the loops. */
    boolean inLoop() {
        for (EventLoopGroup group : List.of(sockets, inproc)) {
            for (EventExecutor loop : group) {
                if (loop.inEventLoop()) {
                    return true;
                }
            }
        }
        return false;
    }

    /** What the connections of the channel's loop share. */
    LoopMemory memory(Channel channel) {
        return memories.computeIfAbsent(channel.eventLoop(), loop -> new LoopMemory());
    }

    /**
     * Runs what may block: looking up names, touching files.
     *
     * @throws RejectedExecutionException after close
     */
    void help(Runnable task) {
        helpers.execute(task);
    }

    /** Runs something later unless cancelled, see {@link io.netty.util.concurrent.ScheduledFuture#cancel}. */
    io.netty.util.concurrent.Future<?> later(long nanos, Runnable task) {
        return sockets.schedule(task, nanos, TimeUnit.NANOSECONDS);
    }

    /** Ends all threads; waits for that, up to a few seconds. */
    void close() {
        helpers.shutdown();
        sockets.shutdownGracefully(0, END_MILLIS, TimeUnit.MILLISECONDS);
        inproc.shutdownGracefully(0, END_MILLIS, TimeUnit.MILLISECONDS);
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(END_MILLIS);
        try {
            sockets.awaitTermination(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            inproc.awaitTermination(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            helpers.awaitTermination(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Thread thread(Runnable task) {
        return new LoopThread(task, prefix + numbers.incrementAndGet());
    }
}
