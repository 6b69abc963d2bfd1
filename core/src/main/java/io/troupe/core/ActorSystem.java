// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import io.troupe.core.actor.ActorFactory;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.Directory;
import io.troupe.core.actor.DirectoryOptions;
import io.troupe.core.actor.KeyedFactory;
import io.troupe.core.actor.PendingWork;
import io.troupe.core.actor.Spawner;
import io.troupe.core.actor.Terminated;
import io.troupe.core.cell.CellSystem;
import io.troupe.core.cell.SystemConfig;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.host.ActorControl;
import io.troupe.core.host.HostedSpawner;
import io.troupe.core.host.OutletHost;
import io.troupe.core.promise.Promise;
import io.troupe.core.stats.MemoryStats;
import io.troupe.core.stats.SystemStats;
import io.troupe.dispatch.Dispatcher;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.timer.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The root of all actors and the owner of everything that runs them: a dispatcher, timers, helper threads. An application
 * usually has one: it starts the system, spawns actors and closes the system. Any thread may call any method. An ask fails
 * after 30 seconds without an answer, unless {@link SystemBuilder#askTimeout}, the options of the actor or the call itself
 * say otherwise.
 *
 * <pre>{@code
 * try (ActorSystem system = ActorSystem.start("demo")) {
 *     Counter counter = system.spawn(Counter.class, Counter::new);
 *     counter.add(2);
 *     int count = counter.get().await(Duration.ofSeconds(1));
 * }
 * }</pre>
 */
@SuppressWarnings("exports") // the port of the library's own packages
public final class ActorSystem implements Spawner, HostedSpawner, AutoCloseable {
    private static final int DEFAULT_TREE = 1_000;
    private static final int LARGEST_QUEUES = 20;

    private final CellSystem cells;
    private final Shutdown shutdown;

    ActorSystem(SystemConfig config) {
        this.cells = new CellSystem(config);
        this.shutdown = new Shutdown(cells, config);
    }

    /**
     * Starts a system with all defaults, named "troupe".
     *
     * @return the running system, for the caller to close
     */
    public static ActorSystem start() {
        return builder().start();
    }

    /**
     * Starts a system with a name and otherwise all defaults.
     *
     * @param name letters, digits, '-', '_' or '.', beginning with a letter or digit; the first part of all addresses and
     *     thread names
     * @return the running system, for the caller to close
     * @throws IllegalArgumentException if the name breaks that rule
     */
    public static ActorSystem start(String name) {
        return builder().name(name).start();
    }

    /** {@return a new builder with all defaults, which starts a system} */
    public static SystemBuilder builder() {
        return new SystemBuilder();
    }

    @Override
    public <T> T spawn(Class<T> type, ActorFactory<? extends T> factory, ActorOptions options) {
        return cells.spawn(Objects.requireNonNull(type, "type"), factory, Objects.requireNonNull(options, "options"));
    }

    /**
     * Makes a directory with default options: actors by key, made at their first call and dropped when idle. See {@link
     * Directory}.
     *
     * @param <A> type of the references
     * @param type the actors' class, or the interface that others use them through
     * @param factory makes the object of any key
     * @return the directory, for the application to keep: its name is that of the type and can be used once
     * @throws io.troupe.core.error.SpawnRefusedException if the type breaks a rule, there is a directory of this name, or the
     *     system is closing
     */
    public <A> Directory<A> directory(Class<A> type, ActorFactory<? extends A> factory) {
        return directory(type, factory, DirectoryOptions.defaults());
    }

    /**
     * Makes a directory, see {@link #directory(Class, ActorFactory)}.
     *
     * @param <A> type of the references
     * @param type the actors' class, or the interface that others use them through
     * @param factory makes the object of any key
     * @param options name and bounds of the directory, and settings of the actors
     * @return the directory
     * @throws io.troupe.core.error.SpawnRefusedException if the type breaks a rule, there is a directory of this name, or the
     *     system is closing
     */
    public <A> Directory<A> directory(Class<A> type, ActorFactory<? extends A> factory, DirectoryOptions options) {
        Objects.requireNonNull(factory, "factory");
        return directory(type, (String key) -> factory.create(), options);
    }

    /**
     * Makes a directory whose actors get their key, see {@link #directory(Class, ActorFactory)}.
     *
     * @param <A> type of the references
     * @param type the actors' class, or the interface that others use them through
     * @param factory makes the object of a key
     * @return the directory, for the application to keep: its name is that of the type and can be used once
     * @throws io.troupe.core.error.SpawnRefusedException if the type breaks a rule, there is a directory of this name, or the
     *     system is closing
     */
    public <A> Directory<A> directory(Class<A> type, KeyedFactory<? extends A> factory) {
        return directory(type, factory, DirectoryOptions.defaults());
    }

    /**
     * Makes a directory whose actors get their key, see {@link #directory(Class, ActorFactory)}.
     *
     * @param <A> type of the references
     * @param type the actors' class, or the interface that others use them through
     * @param factory makes the object of a key
     * @param options name and bounds of the directory, and settings of the actors
     * @return the directory
     * @throws io.troupe.core.error.SpawnRefusedException if the type breaks a rule, there is a directory of this name, or the
     *     system is closing
     */
    public <A> Directory<A> directory(Class<A> type, KeyedFactory<? extends A> factory, DirectoryOptions options) {
        return cells.directory(
                Objects.requireNonNull(type, "type"), factory, Objects.requireNonNull(options, "options"));
    }

    /**
     * Ends an actor after its current message. Queued tells become dead letters, queued asks fail.
     *
     * @param reference to a local actor, of any system
     * @return fulfilled when the actor and its children have ended, at once if it has ended before
     * @throws IllegalArgumentException if the object is no reference, or is a reference to a group
     * @throws UnsupportedOperationException if the actor lives in another process
     */
    public Promise<Terminated> stop(Object reference) {
        return ActorControl.of(reference).stopAndWatch();
    }

    /**
     * Ends an actor when it is idle, like {@link io.troupe.core.actor.ActorContext#stopWhenIdle()}.
     *
     * @param reference to a local actor, of any system
     * @return fulfilled when the actor and its children have ended, at once if it has ended before
     * @throws IllegalArgumentException if the object is no reference, or is a reference to a group
     * @throws UnsupportedOperationException if the actor lives in another process
     */
    public Promise<Terminated> stopWhenIdle(Object reference) {
        return ActorControl.of(reference).drainAndWatch();
    }

    /**
     * Watches an actor. Cancel the promise to stop watching.
     *
     * @param reference to any actor, local or remote
     * @return fulfilled when the actor ends or the link to its process is lost, at once if that has happened before
     * @throws IllegalArgumentException if the object is no reference, or is a reference to a group
     */
    public Promise<Terminated> watch(Object reference) {
        return ActorControl.of(reference).watch();
    }

    /**
     * {@return whether an actor has ended, or the link to its process is down} False may be outdated when it arrives; true
     * of a local actor is final.
     *
     * @param reference to any actor, local or remote
     * @throws IllegalArgumentException if the object is no reference, or is a reference to a group
     */
    public boolean isStopped(Object reference) {
        return ActorControl.of(reference).isStopped();
    }

    /**
     * {@return the address of an actor, as errors and dead letters give it}
     *
     * @param reference to any actor, local or remote
     * @throws IllegalArgumentException if the object is no reference, or is a reference to a group
     */
    public String address(Object reference) {
        return ActorControl.of(reference).address();
    }

    /**
     * {@return how many messages wait in the mailbox of an actor, at most the limit} For an actor of another process these
     * are the messages that wait to be sent over the link. Racy; an unbounded mailbox is counted message by message, so a
     * small limit is cheap.
     *
     * @param reference to any actor, local or remote
     * @param limit where counting stops, 0 or more
     * @throws IllegalArgumentException if the limit is negative, or the object is no reference, or is a reference to a group
     */
    public int depth(Object reference, int limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("limit of counting must not be negative: limit=" + limit);
        }
        return ActorControl.of(reference).depth(limit);
    }

    /**
     * Looks up a top actor by its name. It may be asked at once, even before it has started. An actor of a directory is found
     * while it is active, by the name of the directory, a slash and its key; {@link Directory#get} finds it at any time.
     *
     * @param <T> type of the reference
     * @param name given at spawn, or directory and key
     * @param type that the actor was spawned with, or a supertype of it
     * @return the reference; empty if no top actor has this name and type, or if the actor was told to stop
     */
    public <T> Optional<T> find(String name, Class<T> type) {
        Objects.requireNonNull(type, "type");
        Object reference = cells.find(Objects.requireNonNull(name, "name"));
        return type.isInstance(reference) ? Optional.of(type.cast(reference)) : Optional.empty();
    }

    /** {@return the name of the system: the first part of all addresses and thread names} */
    public String name() {
        return cells.name();
    }

    /** {@return the dispatcher that runs the actors whose options name no other; closed with the system} */
    public Dispatcher dispatcher() {
        return cells.dispatcher();
    }

    /** {@return the port of the library's own modules that carry messages out of this system; users cannot name its type} */
    @Override
    public OutletHost host() {
        return cells;
    }

    /**
     * {@return a racy snapshot of the memory of all queues of this system, with the 20 largest of them} The budget is set by {@link
     * SystemBuilder#memory}. The bounds of each single queue and link hold besides.
     */
    public MemoryStats memory() {
        MemoryBudget budget = cells.memory();
        return new MemoryStats(
                budget.limit(),
                budget.used(),
                budget.peak(),
                budget.level(),
                budget.refused(),
                budget.largest(LARGEST_QUEUES));
    }

    /** {@return the source of time of all actors, timers and deadlines} */
    public Clock clock() {
        return cells.clock();
    }

    /** {@return how many messages and continuations were not delivered and had no caller to be told, since the start} */
    public long deadLetters() {
        return cells.deadLetterCount();
    }

    /**
     * {@return how many messages and continuations were not delivered for one reason, since the start}
     *
     * @param reason to count
     */
    public long deadLetters(DeadLetter.Reason reason) {
        return cells.deadLetters(reason);
    }

    /** {@return how many results came after their promise had settled, typically by a deadline, since the start} */
    public long lateResults() {
        return cells.lateResults();
    }

    /**
     * {@return how many promises failed and were not looked at within a second, since the start} These are asks without a
     * continuation, and the last promises of chains without {@code onError}.
     */
    public long unhandledFailures() {
        return cells.unhandledFailures();
    }

    /** {@return a snapshot of the system with the first 1,000 actors of the tree, see {@link #stats(int)}} */
    public SystemStats stats() {
        return stats(DEFAULT_TREE);
    }

    /**
     * Takes a racy snapshot of the system, for people, meters and dashboards. It looks at every actor once, some 100
     * nanoseconds each, and stops none; only spawning top actors waits while their list is copied. Actors pay for it
     * with plain counters.
     *
     * @param limit most actors in the tree, 0 or more; the counts per type cover all actors
     * @return the snapshot, which does not change any more
     * @throws IllegalArgumentException if the limit is negative
     */
    public SystemStats stats(int limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("limit of the tree must not be negative: limit=" + limit);
        }
        return cells.stats(limit);
    }

    /** {@return what actors have begun and not finished} Racy while they run; walks all actors. */
    public List<PendingWork> pendingWork() {
        return cells.pendingWork();
    }

    /** {@return the number of top actors that have not ended} */
    public int actors() {
        return cells.topActors();
    }

    /**
     * Adds a task to the shutdown. Tasks of a phase run one after the other, in the order of their registration, on the
     * closing thread. A task that throws, fails or takes too long is logged, and the shutdown goes on.
     *
     * @param phase when the task runs
     * @param name of the task, for the log
     * @param task starts the work; the phase goes on when the promise has settled
     * @throws IllegalStateException if the system is closing already
     */
    public void onClose(ShutdownPhase phase, String name, Supplier<? extends Promise<?>> task) {
        shutdown.add(
                Objects.requireNonNull(phase, "phase"),
                Objects.requireNonNull(name, "name"),
                Objects.requireNonNull(task, "task"));
    }

    /**
     * Ends the system: tasks before, draining, actors, tasks after, threads. Waits at most for the drain timeout and the
     * close timeout of the builder, then interrupts what still runs. Calls in flight fail and tells in flight are counted
     * as dead letters, unless the drain timeout gives them time. A second call waits for the first and does nothing else. An
     * interrupt of the closing thread does not shorten the waiting; the thread is still interrupted afterwards.
     *
     * @throws IllegalStateException in a turn of this system, in blocking work on one of its threads or on the loop of one of its
     *     links, which would wait for itself, and in a turn of another system that must not block its thread
     */
    @Override
    public void close() {
        CallbackExecutor current = CallbackExecutor.current();
        if (current != null) {
            checkMayClose(current);
        }
        String own = cells.ownWork();
        if (own != null) {
            throw new IllegalStateException("close must not be called " + own + ", it would wait for itself: system="
                    + name() + "; let another thread close the system");
        }
        shutdown.run();
    }

    private void checkMayClose(CallbackExecutor current) {
        boolean own = current.outside() == cells.outsideExecutor().outside();
        if (own || !current.mayBlock()) {
            throw new IllegalStateException("close must not be called in an actor's turn, it would "
                    + (own ? "wait for itself" : "block the worker") + ": system=" + name()
                    + "; let another thread close the system");
        }
    }

    @Override
    public String toString() {
        return "ActorSystem[" + name() + "]";
    }
}
