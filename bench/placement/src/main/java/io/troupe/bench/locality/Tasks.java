// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.locality;

import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.owner.Job;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A task per message on the JDK's executors: what a dispatcher without any idea does. */
@State(Scope.Benchmark)
public abstract class Tasks {
    private static final int STRETCH = 512;
    private static final long LIMIT_SECONDS = 60;

    private List<ExecutorService> executors = List.of();
    private @Nullable Workload workload;

    /** For the kinds below. */
    protected Tasks() {}

    /** As many executors as there are places to put an actor. */
    abstract List<ExecutorService> open();

    /** Starts the threads. */
    @Setup(Level.Trial)
    public void start() {
        executors = open();
    }

    /** Ends the threads. */
    @TearDown(Level.Trial)
    public void stop() throws InterruptedException {
        for (ExecutorService executor : executors) {
            executor.shutdownNow();
            if (!executor.awaitTermination(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("executor must end in time: limitSeconds=" + LIMIT_SECONDS);
            }
        }
    }

    /** A task per message. */
    final long run(Grid grid) {
        Workload made = workload;
        if (made == null) {
            List<Job> jobs = grid.crew().jobs();
            List<Runnable> tasks = new ArrayList<>();
            for (int i = 0; i < jobs.size(); i++) {
                tasks.add(
                        grid.selfDriven()
                                ? new SelfDriven(jobs.get(i), executor(i))
                                : new Driven(jobs.get(i), executor(i), executor(i / executors.size())));
            }
            grid.crew().startedBy(() -> submit(tasks));
            made = grid.batches();
            workload = made;
        }
        return made.run();
    }

    private Executor executor(int owner) {
        return executors.get(owner % executors.size());
    }

    private void submit(List<Runnable> tasks) {
        for (int i = 0; i < tasks.size(); i++) {
            executor(i).execute(tasks.get(i));
        }
    }

    /**
     * A loop per thread over its share, without any messages: the limit.
     *
     * @param fair each owner in turn; otherwise up to 512 messages of each, as in the turn of an actor
     */
    final long loop(Grid grid, boolean fair) {
        Workload made = workload;
        if (made == null) {
            List<Job> jobs = grid.crew().jobs();
            grid.crew().startedBy(() -> {
                for (int i = 0; i < Batch.WORKERS; i++) {
                    int worker = i;
                    executors.get(0).execute(() -> loop(share(jobs, worker), fair ? 1 : STRETCH));
                }
            });
            made = grid.batches();
            workload = made;
        }
        return made.run();
    }

    private static List<Job> share(List<Job> jobs, int worker) {
        List<Job> share = new ArrayList<>();
        for (int i = worker; i < jobs.size(); i += Batch.WORKERS) {
            share.add(jobs.get(i));
        }
        return share;
    }

    private static void loop(List<Job> share, int stretch) {
        List<Job> left = new ArrayList<>(share);
        while (!left.isEmpty()) {
            left.removeIf(job -> !goOn(job, stretch));
        }
    }

    private static boolean goOn(Job job, int stretch) {
        for (int i = 0; i < stretch; i++) {
            if (!job.handle()) {
                return false;
            }
        }
        return true;
    }

    /** Submits itself for the next message. */
    private record SelfDriven(Job job, Executor home) implements Runnable {
        @Override
        public void run() {
            if (job.handle()) {
                home.execute(this);
            }
        }
    }

    /** Lets a task of the driver submit it for the next message; half of the time the driver is in another place. */
    private record Driven(Job job, Executor home, Executor driver) implements Runnable {
        @Override
        public void run() {
            if (job.handle()) {
                driver.execute(this::next);
            }
        }

        private void next() {
            home.execute(this);
        }
    }

    /** A thread with a queue per place; an actor stays at its place. */
    public static class Dedicated extends Tasks {
        @Override
        List<ExecutorService> open() {
            List<ExecutorService> places = new ArrayList<>();
            for (int i = 0; i < Batch.WORKERS; i++) {
                places.add(Executors.newSingleThreadExecutor());
            }
            return places;
        }
    }

    /** One queue for all threads. */
    public static class Pool extends Tasks {
        @Override
        List<ExecutorService> open() {
            return Collections.singletonList(Executors.newFixedThreadPool(Batch.WORKERS));
        }
    }

    /** A fork-join pool as it is by default: the newest task first, which keeps an actor and starves the others. */
    public static class ForkJoin extends Tasks {
        @Override
        List<ExecutorService> open() {
            return Collections.singletonList(new ForkJoinPool(Batch.WORKERS));
        }
    }

    /** A fork-join pool in asynchronous mode: the oldest task first. */
    public static class ForkJoinAsync extends Tasks {
        @Override
        List<ExecutorService> open() {
            return Collections.singletonList(
                    new ForkJoinPool(Batch.WORKERS, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true));
        }
    }
}
