// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.peer;

import io.troupe.bench.harness.Batch;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;

/** Hand-written actors ({@link SerialActor}) on a pool of the JDK. */
public final class PoolPeer implements Peer {
    private static final int CHUNK = 1024;
    private static final long LIMIT_SECONDS = 60;

    private final ExecutorService pool;
    private final boolean compact;

    private PoolPeer(ExecutorService pool, boolean compact) {
        this.pool = pool;
        this.compact = compact;
    }

    /** On a fixed thread pool, with the fastest queues: arrays of JCTools. */
    public static PoolPeer fixedPool() {
        return new PoolPeer(Executors.newFixedThreadPool(Batch.WORKERS), false);
    }

    /** On a fixed thread pool, with small queues: linked ones of the JDK. Where many actors are made. */
    public static PoolPeer compact() {
        return new PoolPeer(Executors.newFixedThreadPool(Batch.WORKERS), true);
    }

    /** On a fork-join pool in asynchronous mode, which its documentation recommends for tasks that are never joined. */
    public static PoolPeer forkJoin() {
        return new PoolPeer(
                new ForkJoinPool(Batch.WORKERS, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true), false);
    }

    @Override
    public <M> Recipient<M> spawn(Behavior<M> behavior) {
        Queue<M> queue = compact ? new ConcurrentLinkedQueue<>() : new MpscUnboundedVarHandleArrayQueue<>(CHUNK);
        return new SerialActor<>(queue, pool, behavior);
    }

    @Override
    public void close() {
        pool.shutdownNow();
        try {
            if (!pool.awaitTermination(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("pool must end in time: limitSeconds=" + LIMIT_SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the pool ended", e);
        }
    }
}
