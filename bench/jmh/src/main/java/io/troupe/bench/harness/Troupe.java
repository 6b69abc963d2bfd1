// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.harness;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorOptions;
import io.troupe.dispatch.Dispatcher;
import io.troupe.dispatch.Dispatchers;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** An actor system that lives as long as a trial, and the workload on it. */
@State(Scope.Benchmark)
public abstract class Troupe {
    private static final int DEADLINE_SECONDS = 30;

    private @Nullable ActorSystem system;
    private @Nullable Workload workload;

    /** For the states below. */
    protected Troupe() {}

    /** The dispatcher of the system. */
    protected abstract Dispatcher dispatcher();

    /** Runs one batch. The workload is made at the first call. */
    public final long run(Function<ActorSystem, Workload> maker) {
        Workload made = workload;
        if (made == null) {
            made = maker.apply(system());
            workload = made;
        }
        return made.run();
    }

    /** The running system. */
    public final ActorSystem system() {
        if (system == null) {
            throw new IllegalStateException(
                    "system must be started by the harness: state=" + getClass().getName());
        }
        return system;
    }

    /** Deadline of asks; zero for none. The other suites have no asks, or want the cheapest. */
    protected Duration askTimeout() {
        return Duration.ZERO;
    }

    /** Starts the system before a trial. */
    @Setup(Level.Trial)
    public void start() {
        system = ActorSystem.builder()
                .name("bench")
                .dispatcher(dispatcher())
                .askTimeout(askTimeout())
                .start();
    }

    /** Ends the system after a trial; what got lost unnoticed is noticed here. */
    @TearDown(Level.Trial)
    public void stop() {
        ActorSystem running = system();
        system = null; // in one virtual machine a trial that fails here is followed by others on the same state
        workload = null;
        running.close();
        if (running.deadLetters() != 0) {
            throw new IllegalStateException("nothing may be lost: deadLetters=" + running.deadLetters());
        }
    }

    /** Options of an actor on a certain worker. */
    public static ActorOptions on(int worker) {
        return ActorOptions.defaults().worker(worker);
    }

    /** A dispatcher by the name that the parameter has. */
    public static Dispatcher dispatcher(String kind) {
        return dispatcher(kind, Batch.WORKERS);
    }

    /** A dispatcher by the name that the parameter has, with so many workers; virtual threads are as many as it takes. */
    public static Dispatcher dispatcher(String kind, int workers) {
        return switch (kind) {
            case "stealing" -> Dispatchers.workStealing(workers);
            case "dedicated" -> Dispatchers.dedicated(workers);
            case "pool" -> Dispatchers.threadPool(workers);
            case "virtual" -> Dispatchers.virtualThreads();
            case "adaptive" -> Dispatchers.adaptive(workers);
            default ->
                throw new IllegalArgumentException(
                        "dispatcher must be stealing, dedicated, adaptive, pool or virtual: dispatcher=" + kind);
        };
    }

    /** Names of the dispatchers with a fixed number of threads, for programs: what the suites have as a parameter. */
    public static List<String> names() {
        try {
            String[] names =
                    Any.class.getField("dispatcher").getAnnotation(Param.class).value();
            return Stream.of(names).filter(name -> !name.equals("virtual")).toList();
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("the state of the suites must have the parameter dispatcher", e);
        }
    }

    /** On each dispatcher in turn. */
    public static class Any extends Troupe {
        /** Which one; "virtual" needs Java 21. */
        @Param({"stealing", "dedicated", "adaptive", "pool", "virtual"})
        public String dispatcher = "stealing";

        @Override
        protected Dispatcher dispatcher() {
            return dispatcher(dispatcher);
        }
    }

    /** On each dispatcher in turn; each ask has the deadline of half a minute. */
    public static class WithDeadlines extends Any {
        @Override
        protected Duration askTimeout() {
            return Duration.ofSeconds(DEADLINE_SECONDS);
        }
    }

    /** On dedicated workers, for benchmarks that place their actors. */
    public static class Placed extends Troupe {
        @Override
        protected Dispatcher dispatcher() {
            return dispatcher("dedicated");
        }
    }
}
