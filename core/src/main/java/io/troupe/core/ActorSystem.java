// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import io.troupe.core.actor.ActorFactory;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.PendingWork;
import io.troupe.core.actor.Spawner;
import io.troupe.core.actor.Terminated;
import io.troupe.core.cell.CellSystem;
import io.troupe.core.cell.SystemConfig;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.OutsideExecutors;
import io.troupe.core.host.ActorControl;
import io.troupe.core.host.OutletHost;
import io.troupe.core.promise.Promise;
import io.troupe.core.stats.SystemStats;
import io.troupe.dispatch.Dispatcher;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.timer.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A group of actors with everything that runs them: a dispatcher, timers, helper threads. An application usually has
 * one; start it, spawn actors, close it. All methods may be called by any thread. An ask fails after 30 seconds without
 * an answer, unless {@link SystemBuilder#askTimeout}, the options of the actor or the call itself say otherwise.
 *
 * <pre>{@code
 * try (ActorSystem system = ActorSystem.start("demo")) {
 *     Counter counter = system.spawn(Counter.class, Counter::new);
 *     counter.add(2);
 *     int count = counter.get().await(Duration.ofSeconds(1));
 * }
 * }</pre>
 */
public final class ActorSystem implements Spawner, AutoCloseable {
    private static final int DEFAULT_TREE = 1_000;

    private final CellSystem cells;
    private final Shutdown shutdown;

    ActorSystem(SystemConfig config) {
        this.cells = new CellSystem(config);
        this.shutdown = new Shutdown(cells, config);
    }

    /** A system with all defaults. */
    public static ActorSystem start() {
        return builder().start();
    }

    /** A system with a name and otherwise all defaults. */
    public static ActorSystem start(String name) {
        return builder().name(name).start();
    }

    /** Collects settings. */
    public static SystemBuilder builder() {
        return new SystemBuilder();
    }

    @Override
    public <T> T spawn(Class<T> type, ActorFactory<? extends T> factory, ActorOptions options) {
        return cells.spawn(Objects.requireNonNull(type, "type"), factory, Objects.requireNonNull(options, "options"));
    }

    /**
     * Ends an actor after its current message; what is queued becomes dead letters and failed calls.
     *
     * @param reference to any actor
     * @return fulfilled when it has ended
     */
    public Promise<Terminated> stop(Object reference) {
        ActorControl control = ActorControl.of(reference);
        Promise<Terminated> end = control.watch();
        control.stop();
        return end;
    }

    /**
     * Ends an actor when it is idle, like {@link io.troupe.core.actor.ActorContext#stopWhenIdle()}.
     *
     * @param reference to a local actor
     * @return fulfilled when it has ended
     * @throws UnsupportedOperationException if the actor lives in another process
     */
    public Promise<Terminated> stopWhenIdle(Object reference) {
        ActorControl control = ActorControl.of(reference);
        Promise<Terminated> end = control.watch();
        control.stopWhenIdle();
        return end;
    }

    /**
     * Watches an actor.
     *
     * @param reference to any actor
     * @return fulfilled when it ends, or at once if it has
     */
    public Promise<Terminated> watch(Object reference) {
        return ActorControl.of(reference).watch();
    }

    /**
     * Whether an actor has ended.
     *
     * @param reference to any actor
     */
    public boolean isStopped(Object reference) {
        return ActorControl.of(reference).isStopped();
    }

    /**
     * The address of an actor, as errors and dead letters give it.
     *
     * @param reference to any actor
     */
    public String address(Object reference) {
        return ActorControl.of(reference).address();
    }

    /**
     * Messages that wait in the mailbox of an actor. Racy.
     *
     * @param reference to any actor
     * @param limit where counting stops
     */
    public int depth(Object reference, int limit) {
        return ActorControl.of(reference).depth(limit);
    }

    /**
     * The top actor of a name, unless it has been told to stop. It may be asked at once, even before it has started.
     *
     * @param name given at spawn
     * @param type it was spawned with
     * @return empty if there is none of this name and type
     */
    public <T> Optional<T> find(String name, Class<T> type) {
        Object reference = cells.find(name);
        return type.isInstance(reference) ? Optional.of(type.cast(reference)) : Optional.empty();
    }

    /** Name of the system. */
    public String name() {
        return cells.name();
    }

    /** Runs the actors unless their options say otherwise. */
    public Dispatcher dispatcher() {
        return cells.dispatcher();
    }

    /** What the library's own modules need that carry messages out of this system. Nobody else can name the result. */
    @SuppressWarnings("exports")
    public OutletHost host() {
        return cells;
    }

    /**
     * Bytes of messages that may wait in this system, where they are counted: on links. A quarter of the heap; {@link
     * MemoryBudget#limit(long)} sets another bound. The bounds of each link hold besides.
     */
    public MemoryBudget memory() {
        return cells.memory();
    }

    /** Source of time. */
    public Clock clock() {
        return cells.clock();
    }

    /** Messages and continuations that were not delivered and had no caller to be told. */
    public long deadLetters() {
        return cells.deadLetterCount();
    }

    /**
     * The same for one reason.
     *
     * @param reason to count
     */
    public long deadLetters(DeadLetter.Reason reason) {
        return cells.deadLetters(reason);
    }

    /** Results that came after their promise had settled, typically by a deadline. */
    public long lateResults() {
        return cells.lateResults();
    }

    /**
     * Promises that failed and that nobody looked at within a second: asks without a continuation, and the last promises
     * of chains without {@code onError}.
     */
    public long unhandledFailures() {
        return cells.unhandledFailures();
    }

    /** A snapshot of the system with the first 1,000 actors of the tree, see {@link #stats(int)}. */
    public SystemStats stats() {
        return stats(DEFAULT_TREE);
    }

    /**
     * A racy snapshot of the system, for people, meters and dashboards. Looks at every actor once, some 100 nanoseconds
     * each, and stops nobody; spawning top actors waits while the list of them is copied. Actors pay for it nothing but
     * plain counters.
     *
     * @param limit most actors in the tree, 0 or more; all are in the counts per type
     * @throws IllegalArgumentException for a negative limit
     */
    public SystemStats stats(int limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("limit of the tree must not be negative: limit=" + limit);
        }
        return cells.stats(limit);
    }

    /** What actors have begun and not finished. Racy while they run; walks all actors. */
    public List<PendingWork> pendingWork() {
        return cells.pendingWork();
    }

    /** Top actors that have not ended. */
    public int actors() {
        return cells.topActors();
    }

    /**
     * Adds a task to the shutdown. Tasks of a phase run one after the other, in the order of their registration, on the
     * closing thread.
     *
     * @param phase when
     * @param name for messages
     * @param task starts the work; the phase goes on when the promise has settled
     */
    public void onClose(ShutdownPhase phase, String name, Supplier<? extends Promise<?>> task) {
        shutdown.add(phase, name, task);
    }

    /**
     * Ends the system: tasks before, draining, actors, tasks after, threads. Waits at most for the drain timeout and the
     * close timeout of the builder, then interrupts what still runs. Calls in flight fail and tells in flight are counted
     * as dead letters, unless the drain timeout gives them time. Closing twice is harmless.
     *
     * @throws IllegalStateException in an actor's turn, which would wait for itself
     */
    @Override
    public void close() {
        CallbackExecutor current = CallbackExecutor.current();
        if (current != null && current.outside() != OutsideExecutors.ofNoSystem()) {
            throw new IllegalStateException(
                    "close must not be called in an actor's turn, it would wait for itself: system=" + name()
                            + "; let another thread close the system");
        }
        shutdown.run();
    }

    @Override
    public String toString() {
        return "ActorSystem[" + name() + "]";
    }
}
