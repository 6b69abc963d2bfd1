// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import io.troupe.core.ActorSystem;
import io.troupe.core.SystemBuilder;
import io.troupe.core.actor.ActorFactory;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.PendingWork;
import io.troupe.core.actor.Spawner;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.ManualDispatcher;
import io.troupe.dispatch.timer.ManualClock;
import io.troupe.testkit.schedule.Realism;
import io.troupe.testkit.schedule.Simulator;
import io.troupe.testkit.schedule.Strategy;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An actor system for one test, in one line. A manual system has no threads: the test runs the turns, one message each, and
 * moves the clock, so every run is the same. A seeded system is manual, too, and chance picks what happens next, messages under
 * way included: scheduling, time, blocking work, callbacks and {@link #random} have the seed as their only source, so the same
 * seed gives the same run. A real system has threads and short deadlines. For the thread of the test only.
 *
 * <p>Two things escape the seed: identity hash codes, and with them the order of a hash set of references; and
 * continuations that the test itself registers on a promise of no system, which run on threads of Troupe.
 *
 * <pre>{@code
 * try (TestSystem test = TestSystem.manual()) {
 *     Counter counter = test.spawn(Counter.class, Counter::new);
 *     counter.add(2);
 *     test.assertThat(counter.get()).settles().isFulfilledWith(2);
 * }
 * }</pre>
 */
public final class TestSystem implements Spawner, AutoCloseable {
    private static final Duration REAL_ASK_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration REAL_CLOSE_TIMEOUT = Duration.ofSeconds(5);

    /** Less than the deadline of an ask: one that has failed by its deadline is owed no more. */
    private static final Duration REAL_FINISH = Duration.ofSeconds(3);

    /** Longer makes no sense: nobody else would run what is left. */
    private static final Duration MANUAL_CLOSE_TIMEOUT = Duration.ofMillis(500);

    private static final int REAL_WORKERS = 2;

    private final Incidents incidents;
    private final ActorSystem system;
    private final Progress progress;
    private final Random random;
    private final @Nullable ManualDispatcher dispatcher;
    private final @Nullable ManualClock clock;
    private final @Nullable Simulator simulator;
    private boolean pendingWorkAllowed;
    private boolean closed;

    private TestSystem(
            SystemBuilder builder,
            Consumer<? super SystemBuilder> settings,
            long seed,
            @Nullable ManualDispatcher dispatcher,
            @Nullable ManualClock clock,
            @Nullable Simulator simulator) {
        this.incidents = new Incidents();
        settings.accept(builder.name("test").listener(incidents));
        this.system = builder.start();
        this.progress = Progress.of(system);
        this.random = new Random(Seeds.second(seed));
        this.dispatcher = dispatcher;
        this.clock = clock;
        this.simulator = simulator;
    }

    // ---- starting ------------------------------------------------------------------------------------------------

    /**
     * Starts a system without threads, in which the turn that is ready first runs first.
     *
     * @return the system; the test closes it
     */
    public static TestSystem manual() {
        return manual(settings -> {});
    }

    /**
     * Starts a system as {@link #manual()} does, with settings.
     *
     * @param settings may change all but dispatcher, clock and helpers; a listener of its own leaves {@link #failures}
     *     and {@link #deadLetters} empty
     * @return the system; the test closes it
     */
    public static TestSystem manual(Consumer<? super SystemBuilder> settings) {
        ManualDispatcher dispatcher = ManualDispatcher.inOrder();
        ManualClock clock = new ManualClock();
        Consumer<SystemBuilder> all = builder -> {
            settings.accept(builder);
            builder.dispatcher(dispatcher).clock(clock).helpers(dispatcher.executor());
        };
        SystemBuilder builder = ActorSystem.builder().closeTimeout(MANUAL_CLOSE_TIMEOUT);
        return new TestSystem(builder, all, 0, dispatcher, clock, null);
    }

    /**
     * Starts a system without threads in which chance decides what happens next, as threads, links and clocks do: which actor
     * has its turn, which message under way arrives, and, where a method lets time pass, whether a timer fires before. A
     * portfolio of strategies takes the choices.
     *
     * @param seed any number; the same seed gives the same run
     * @return the system; the test closes it
     */
    public static TestSystem seeded(long seed) {
        return seeded(seed, Realism.FLIGHTS_AND_TIME);
    }

    /**
     * Starts a system as {@link #seeded(long)} does, with less that is left to chance.
     *
     * @param seed any number; the same seed gives the same run
     * @param realism what is left to chance
     * @return the system; the test closes it
     */
    public static TestSystem seeded(long seed, Realism realism) {
        return simulated(Simulator.of(seed, Strategy.portfolio(), realism), settings -> {});
    }

    /**
     * Starts a system as {@link #seeded(long)} does, with settings.
     *
     * @param seed any number; the same seed gives the same run
     * @param settings as for {@link #manual(Consumer)}
     * @return the system; the test closes it
     */
    public static TestSystem seeded(long seed, Consumer<? super SystemBuilder> settings) {
        return simulated(Simulator.of(seed), settings);
    }

    /**
     * Starts a system that takes part in a simulated run. It is the test that closes it, but the run may go on.
     *
     * @param simulator the run
     * @param settings as for {@link #manual(Consumer)}
     * @return the system; the test closes it
     */
    public static TestSystem simulated(Simulator simulator, Consumer<? super SystemBuilder> settings) {
        Consumer<SystemBuilder> all = builder -> {
            settings.accept(builder);
            builder.dispatcher(simulator.dispatcher("seeded-" + simulator.seed()))
                    .clock(simulator.clock())
                    .helpers(simulator.executor("helpers"))
                    .random(simulator.random("system"));
        };
        Seeds.started(simulator);
        SystemBuilder builder = ActorSystem.builder().closeTimeout(MANUAL_CLOSE_TIMEOUT);
        return new TestSystem(builder, all, simulator.seed(), null, simulator.clock(), simulator);
    }

    /**
     * Starts a system with two worker threads; asks and closing have deadlines of five seconds.
     *
     * @return the system; the test closes it
     */
    public static TestSystem real() {
        return real(settings -> {});
    }

    /**
     * Starts a system as {@link #real()} does, with settings.
     *
     * @param settings may change everything; a listener of its own leaves {@link #failures} and {@link #deadLetters}
     *     empty
     * @return the system; the test closes it
     */
    public static TestSystem real(Consumer<? super SystemBuilder> settings) {
        SystemBuilder builder = ActorSystem.builder()
                .dispatcher(Dispatchers.workStealing(REAL_WORKERS))
                .askTimeout(REAL_ASK_TIMEOUT)
                .closeTimeout(REAL_CLOSE_TIMEOUT);
        return new TestSystem(builder, settings, 0, null, null, null);
    }

    /**
     * Runs a test under the seeds 0, 1, 2, … and stops at the first that fails; the error names the seed. Some seeds run twice:
     * a test that reads time, chance or threads behind the system's back fails. {@link
     * io.troupe.testkit.schedule.Schedules} also makes a failing run small.
     *
     * <pre>{@code
     * TestSystem.forSeeds(1000, seed -> {
     *     try (TestSystem test = TestSystem.seeded(seed)) {
     *         …
     *     }
     * });
     * }</pre>
     *
     * @param count number of seeds, at least 1
     * @param body of the test, run once per seed
     * @throws IllegalArgumentException if the count is less than 1
     * @throws AssertionError if the body throws for a seed
     */
    public static void forSeeds(int count, SeedBody body) {
        Seeds.run(count, body);
    }

    // ---- parts ---------------------------------------------------------------------------------------------------

    /** {@return the system under test} */
    public ActorSystem system() {
        return system;
    }

    @Override
    public <T> T spawn(Class<T> type, ActorFactory<? extends T> factory, ActorOptions options) {
        return system.spawn(type, factory, options);
    }

    /**
     * Makes a stand-in for an actor, which lives as long as this system.
     *
     * @param <T> type it stands in for
     * @param type an interface or an actor class; no code of a class runs
     * @return the probe
     * @throws io.troupe.core.error.SpawnRefusedException if actors of this type are refused
     */
    public <T> Probe<T> probe(Class<T> type) {
        return Probe.of(system, type);
    }

    /** {@return a source of chance for the body of the test: it follows the seed, without a seed it is always the same} */
    public Random random() {
        return random;
    }

    /**
     * The clock of a manual system; moving it by hand runs timers but no turns, see {@link #advance}.
     *
     * @return the clock, which starts at 0
     * @throws IllegalStateException if the system is real
     */
    public ManualClock clock() {
        if (clock == null) {
            throw notManual("clock");
        }
        return clock;
    }

    /**
     * The failures of actors so far that their supervision has dealt with. A failed ask is none of them: its caller knows.
     *
     * @return the failures in order; a copy
     */
    public List<ActorFailure> failures() {
        return incidents.failures();
    }

    /** {@return the messages so far that were not delivered and had no caller to be told, in order; a copy} */
    public List<DeadLetter> deadLetters() {
        return incidents.deadLetters();
    }

    /**
     * From now on a message fails the test if one of its arguments changes while it is under way, see {@link
     * Simulator#freezeMessages}.
     *
     * @return this system
     * @throws IllegalStateException if the system is not seeded
     */
    public TestSystem freezeMessages() {
        if (simulator == null) {
            throw new IllegalStateException("only a seeded system can freeze messages: method=freezeMessages"
                    + "; start it with TestSystem.seeded(seed)");
        }
        simulator.freezeMessages();
        return this;
    }

    // ---- going on ------------------------------------------------------------------------------------------------

    /**
     * Runs one turn: one message, one continuation or one piece of blocking work. Time stands still.
     *
     * @return whether there was something to run
     * @throws IllegalStateException if the system is real
     */
    public boolean step() {
        return simulator == null ? dispatcher("step").runNext() : simulator.step();
    }

    /**
     * Runs turns until nothing is ready. Time stands still; timers that are due by now run.
     *
     * @return number of turns run, 0 or more
     * @throws IllegalStateException if the system is real, or if the actors keep each other busy for ever
     */
    public long runAll() {
        if (simulator != null) {
            return simulator.runAll();
        }
        ManualDispatcher manual = dispatcher("runAll");
        long before = manual.steps();
        progress.settle();
        return manual.steps() - before;
    }

    /**
     * Runs what is ready, then moves the clock from one deadline to the next, each time running all that falls due and
     * all that this makes ready, up to the end of the span.
     *
     * @param span zero or more
     * @throws IllegalArgumentException if the span is negative
     * @throws IllegalStateException if the system is real, or if the actors keep each other busy for ever
     */
    public void advance(Duration span) {
        if (simulator == null) {
            dispatcher("advance");
        }
        progress.until(() -> false, span);
    }

    /**
     * Lets the actors come to rest. On a manual system this is {@link #runAll}; on a real system it lets the workers come to
     * the end of what is ready, which is no proof of rest.
     *
     * @throws IllegalStateException if the system is manual and its actors keep each other busy for ever
     * @throws AssertionError if the system is real and its workers do not come to an end of their turns within five seconds
     */
    public void settle() {
        progress.settle();
    }

    /**
     * Lets the system go on until the promise has settled: as long as something is ready (time stands still), or five
     * seconds on a real system.
     *
     * @param <T> type of the value
     * @param promise of an actor of this system; of a simulated system also one that belongs to no system
     * @return its value; a failure is thrown as by {@link Promise#await}
     * @throws AssertionError if it does not settle
     */
    public <T> T await(Promise<T> promise) {
        return await(promise, progress.standardLimit());
    }

    /**
     * Lets the system go on until the promise has settled, at most for some time.
     *
     * @param <T> type of the value
     * @param promise of an actor of this system; of a simulated system also one that belongs to no system
     * @param limit of waiting, zero or more; a manual clock is moved by at most that
     * @return its value; a failure is thrown as by {@link Promise#await}
     * @throws AssertionError if it does not settle
     */
    public <T> T await(Promise<T> promise, Duration limit) {
        assertThat(promise).settlesWithin(limit);
        return promise.await(Duration.ofSeconds(1)); // at once, it has settled
    }

    /**
     * Lets the system go on until the condition holds.
     *
     * @param limit of waiting, zero or more; a manual clock is moved by at most that
     * @param condition quick and without effects; asked on the calling thread, once at least
     * @throws AssertionError if it does not hold in time
     */
    public void until(Duration limit, BooleanSupplier condition) {
        if (!progress.until(condition, limit)) {
            throw new AssertionError("condition must hold within the limit: limit=" + limit + ", " + this);
        }
    }

    // ---- checking ------------------------------------------------------------------------------------------------

    /**
     * Assertions on a promise; they let this system go on where they wait.
     *
     * @param <T> type of the promise's value
     * @param promise of an actor of this system; null fails the first check
     * @return the assertions
     */
    public <T> PromiseAssert<T> assertThat(@Nullable Promise<T> promise) {
        return new PromiseAssert<>(promise, progress);
    }

    /**
     * Assertions on an actor; they let this system go on where they wait.
     *
     * @param reference to one actor; null fails the first check
     * @return the assertions
     */
    public ActorAssert assertThatActor(@Nullable Object reference) {
        return new ActorAssert(reference, progress);
    }

    /**
     * Runs checks; if one fails the error also tells the state of the system: its seed, its time, and its failures and dead
     * letters.
     *
     * @param body with the checks
     * @throws AssertionError if the body throws an exception or an assertion error, which is its cause
     */
    public void check(Body body) {
        try {
            body.run();
        } catch (Exception | AssertionError e) {
            throw new AssertionError(e + "\n  in " + this, e);
        }
    }

    /** {@return unfinished work of actors: asks not settled, messages stashed, sends that wait for room} */
    public List<PendingWork> pendingWork() {
        return system.pendingWork();
    }

    /**
     * Lets this test end with pending work, see {@link #close}.
     *
     * @return this system
     */
    public TestSystem allowPendingWork() {
        pendingWorkAllowed = true;
        return this;
    }

    /**
     * Ends the system. A manual system runs all that is ready before; a real one gets three seconds to finish, less than the
     * deadlines of its asks. A second call has no effect.
     *
     * @throws AssertionError if actors have work left: asks that are not answered, messages that stay stashed or wait for
     *     room; unless {@link #allowPendingWork} was called
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        List<PendingWork> left;
        try {
            left = pendingWorkAllowed ? List.of() : workLeft();
        } finally {
            if (simulator != null) {
                simulator.finish();
            }
            system.close();
        }
        if (!left.isEmpty()) {
            throw new AssertionError("a test must end without pending work: pendingWork=" + left
                    + "; let the actors finish, or call allowPendingWork()");
        }
    }

    private List<PendingWork> workLeft() {
        settleIfPossible();
        if (clock == null && !pendingWork().isEmpty()) {
            progress.until(() -> pendingWork().isEmpty(), REAL_FINISH);
        }
        return pendingWork();
    }

    private void settleIfPossible() {
        try {
            progress.settle();
        } catch (IllegalStateException stillBusy) {
            // they keep each other busy: what is owed just now is looked at all the same
        }
    }

    @Override
    public String toString() {
        return "TestSystem[" + progress + ", " + incidents + "]";
    }

    private ManualDispatcher dispatcher(String method) {
        if (dispatcher == null) {
            throw notManual(method);
        }
        return dispatcher;
    }

    private static IllegalStateException notManual(String method) {
        return new IllegalStateException("only a manual system can be stepped: method=" + method
                + "; start it with TestSystem.manual() or seeded(seed)");
    }

    /** A part of a test. */
    @FunctionalInterface
    public interface Body {
        /**
         * Runs it.
         *
         * @throws Exception fails the test
         */
        void run() throws Exception;
    }

    /** A test for one seed. */
    @FunctionalInterface
    public interface SeedBody {
        /**
         * Runs it.
         *
         * @param seed of the interleaving
         * @throws Exception fails the test
         */
        void run(long seed) throws Exception;
    }
}
