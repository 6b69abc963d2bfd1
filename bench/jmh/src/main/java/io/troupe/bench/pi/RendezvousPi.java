// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.pi;

import io.troupe.bench.harness.Batch;
import io.troupe.dispatch.thread.VirtualThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Pi as communicating sequential processes: nothing is queued, sender and receiver wait for each other. One channel brings
 * the jobs to the slicers, another one the results to the accumulator. Channels are the JDK's rendezvous, not the fair kind,
 * which its documentation calls slower.
 */
@State(Scope.Benchmark)
public abstract class RendezvousPi {
    private static final long LIMIT_MILLIS = 60_000;

    /** As in {@link Job}, without the million slices: those take a minute on two busy processors. */
    @Param("100000x1000")
    public String work = "100000x1000";

    private final SynchronousQueue<Integer> jobs = new SynchronousQueue<>();
    private final SynchronousQueue<Double> results = new SynchronousQueue<>();
    private final List<Thread> processes = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // set in start()
    private Total total;

    private int slices;

    RendezvousPi() {}

    abstract ThreadFactory factory();

    /** A step that a process repeats. */
    @FunctionalInterface
    private interface Step {
        void run() throws InterruptedException;
    }

    /** Starts slicers and accumulator. */
    @Setup(Level.Trial)
    public void start() {
        Job job = new Job();
        job.work = work;
        slices = job.slices();
        int terms = job.terms();
        Total sum = new Total(slices);
        total = sum;
        ThreadFactory factory = factory();
        for (int i = 0; i < Batch.WORKERS; i++) {
            begin(factory, () -> results.put(Job.slice(jobs.take(), terms)));
        }
        begin(factory, () -> sum.add(results.take()));
    }

    private void begin(ThreadFactory factory, Step step) {
        Thread process = factory.newThread(() -> repeat(step));
        processes.add(process);
        process.start();
    }

    private static void repeat(Step step) {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                step.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the trial is over
        }
    }

    long run() {
        try {
            for (int i = 0; i < slices; i++) {
                jobs.put(i);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while jobs were handed out", e);
        }
        return total.await();
    }

    /** Ends the processes. */
    @TearDown(Level.Trial)
    public void stop() throws InterruptedException {
        for (Thread process : processes) {
            process.interrupt();
        }
        for (Thread process : processes) {
            process.join(LIMIT_MILLIS);
            if (process.isAlive()) {
                throw new IllegalStateException("a process must end when interrupted: process=" + process.getName());
            }
        }
        processes.clear();
    }

    /** A thread of the system per process. */
    public static class Threads extends RendezvousPi {
        @Override
        ThreadFactory factory() {
            return task -> {
                Thread thread = new Thread(task, "process");
                thread.setDaemon(true);
                return thread;
            };
        }
    }

    /** A virtual thread per process; from Java 21 on. */
    public static class Virtual extends RendezvousPi {
        @Override
        ThreadFactory factory() {
            return VirtualThreads.factory("process-");
        }
    }
}
