// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.pi;

import io.troupe.bench.harness.Batch;
import io.troupe.dispatch.thread.VirtualThreads;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Pi as tasks of an executor; the accumulator has a lock. */
@State(Scope.Benchmark)
public abstract class TaskPi {
    @SuppressWarnings("NullAway.Init") // set in start()
    private ExecutorService executor;

    @SuppressWarnings("NullAway.Init") // set in start()
    private Total total;

    private int slices;
    private int terms;

    abstract ExecutorService open();

    /** Starts the threads. */
    @Setup(Level.Trial)
    public void start(Job job) {
        slices = job.slices();
        terms = job.terms();
        total = new Total(slices);
        executor = open();
    }

    /** A task per slice. */
    long run() {
        for (int i = 0; i < slices; i++) {
            int slice = i;
            executor.execute(() -> total.addShared(Job.slice(slice, terms), 1));
        }
        return total.await();
    }

    /** A task per worker, which computes its share in a loop: the limit. */
    long runChunked() {
        for (int worker = 0; worker < Batch.WORKERS; worker++) {
            int from = (int) ((long) slices * worker / Batch.WORKERS);
            int to = (int) ((long) slices * (worker + 1) / Batch.WORKERS);
            executor.execute(() -> addRange(from, to));
        }
        return total.await();
    }

    private void addRange(int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += Job.slice(i, terms);
        }
        total.addShared(sum, to - from);
    }

    /** Ends the threads. */
    @TearDown(Level.Trial)
    public void stop() {
        executor.shutdownNow();
    }

    /** A fixed thread pool. */
    public static class Fixed extends TaskPi {
        @Override
        ExecutorService open() {
            return Executors.newFixedThreadPool(Batch.WORKERS);
        }
    }

    /** A fork-join pool in asynchronous mode. */
    public static class ForkJoin extends TaskPi {
        @Override
        ExecutorService open() {
            return new ForkJoinPool(Batch.WORKERS, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true);
        }
    }

    /** A virtual thread per task; from Java 21 on. */
    public static class Virtual extends TaskPi {
        @Override
        ExecutorService open() {
            return VirtualThreads.perTaskExecutor("pi-");
        }
    }
}
