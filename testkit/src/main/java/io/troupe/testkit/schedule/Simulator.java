// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import io.troupe.core.ActorSystem;
import io.troupe.core.SystemBuilder;
import io.troupe.core.continuation.OutsideExecutors;
import io.troupe.core.continuation.SimulationThread;
import io.troupe.dispatch.Dispatcher;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.timer.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One run of a program in one thread: turns of actors, messages and answers under way, tasks, time and what others add are
 * events, and a strategy picks one of those that are possible. The same seed, strategy and program give the same run. Actor
 * systems take part by {@link #dispatcher}, {@link #clock} and {@link #executor}. For one thread, the one that made it or runs
 * it; messages of other threads are taken between two events, but then the run depends on those threads.
 */
public final class Simulator implements Agenda, AutoCloseable {
    /** The name of the test itself as a source of events. */
    static final String OUTSIDE = "outside";

    /** The name of the continuations outside of actor systems as a target of events. */
    private static final String CALLBACKS = OUTSIDE + "/callbacks";

    private static final String TIME = "time";
    private static final Duration CLOSE_TIMEOUT = Duration.ofMillis(500);

    private final long seed;
    private final Strategy strategy;
    private final Realism realism;
    private final Map<String, RandomGenerator> chances = new HashMap<>();
    private final List<ActorSystem> systems = new ArrayList<>();
    private final DriverThread driver = new DriverThread();
    private final SimulatedTime time = new SimulatedTime();
    private final LaneGate gate = new LaneGate();
    private final RunLog log = new RunLog();
    private final OptionalSteps steps = new OptionalSteps();
    private final ProgressWatch progress = new ProgressWatch();
    private final FrozenMessages frozen = new FrozenMessages();
    private final Moment moment;
    private final PossibleLanes possible;
    private final ActionLanes actions;
    private final SimulatedCells cells;
    private final RunLoop loop;

    /** Kept here, as its thread does not keep it. */
    private final Here here = new Here();

    private Simulator(long seed, Strategy strategy, Realism realism, Function<LongSupplier, Chooser> choosers) {
        this.seed = seed;
        this.strategy = strategy;
        this.realism = realism;
        Participants participants = new Participants();
        FlightPool flights = new FlightPool();
        moment = new Moment(participants.of(OUTSIDE));
        Participant timer = participants.of(TIME);
        possible = new PossibleLanes(realism, time, gate, moment, flights, log, choosers.apply(time::nanos));
        actions = new ActionLanes(participants, possible, flights);
        cells = new SimulatedCells(participants, driver, moment, possible, flights, frozen);
        loop = new RunLoop(driver, time, timer, possible, gate, moment, log, progress, cells, actions);
        SimulationThread.enter(here);
    }

    /** For code outside of actor systems in the thread of this run. */
    private final class Here implements SimulationThread.Run {
        private @Nullable OutsideExecutors executors;

        @Override
        public boolean isHere() {
            return !log.isStopped() && isDrivenBy(Thread.currentThread());
        }

        @Override
        public boolean drive() {
            return Simulator.this.drive();
        }

        @Override
        public OutsideExecutors executors() {
            if (executors == null) {
                executors = OutsideExecutors.ofSimulation(time.clock(), executor(CALLBACKS), random(CALLBACKS));
            }
            return executors;
        }

        void close() {
            if (executors != null) {
                executors.close(Duration.ZERO);
            }
        }
    }

    /**
     * A run with all that there is: messages and answers under way, and time that may pass at any moment.
     *
     * @param seed any number; the same seed gives the same run
     * @return a run in which nothing has happened
     */
    public static Simulator of(long seed) {
        return of(seed, Strategy.portfolio(), Realism.FLIGHTS_AND_TIME);
    }

    /**
     * A run.
     *
     * @param seed any number; the same seed, strategy and realism give the same run
     * @param strategy picks what happens next
     * @param realism what is an event
     * @return a run in which nothing has happened
     */
    public static Simulator of(long seed, Strategy strategy, Realism realism) {
        return of(seed, strategy, realism, Choosers.of(Objects.requireNonNull(strategy, "strategy"), seed));
    }

    /** A run that is picked by somebody in particular. */
    static Simulator of(long seed, Strategy strategy, Realism realism, Chooser chooser) {
        return of(seed, strategy, realism, clock -> chooser);
    }

    /** A run that is picked by somebody who goes by its clock, in nanoseconds. */
    static Simulator of(long seed, Strategy strategy, Realism realism, Function<LongSupplier, Chooser> choosers) {
        return new Simulator(seed, strategy, Objects.requireNonNull(realism, "realism"), choosers);
    }

    /**
     * The run that an actor system takes part in.
     *
     * @param dispatcher of the system
     * @return the run; null if the dispatcher is of no simulation
     */
    public static @Nullable Simulator of(Dispatcher dispatcher) {
        return dispatcher instanceof SimulatedDispatcher simulated ? simulated.simulator() : null;
    }

    // ---- parts ---------------------------------------------------------------------------------------------------

    /**
     * Makes the dispatcher of one more actor system, which takes part in the run.
     *
     * @param name for errors
     * @return a dispatcher without threads; closing it ends the actors of that system only
     */
    public Dispatcher dispatcher(String name) {
        return dispatcher(name, SimulatedDispatcher.AT_ONCE);
    }

    /**
     * Makes the dispatcher of one more actor system, whose turns take time: it has one worker, which is busy for that long before
     * what a turn does is done. So load builds up in mailboxes, and deadlines pass while a turn is at work.
     *
     * @param name for errors
     * @param turnNanos asked once per turn for how long it takes, in nanoseconds from 0; must follow the seed
     * @return a dispatcher without threads; closing it ends the actors of that system only
     */
    public Dispatcher dispatcher(String name, LongSupplier turnNanos) {
        return new SimulatedDispatcher(
                this, cells, Objects.requireNonNull(name, "name"), Objects.requireNonNull(turnNanos, "turnNanos"));
    }

    /**
     * The clock of the run. Moving it by hand runs timers at once, as no event of the run.
     *
     * @return the clock, which starts at 0
     */
    public ManualClock clock() {
        return time.clock();
    }

    /**
     * Makes an executor whose tasks are events of kind {@link EventKind#TASK}. They happen in any order, as those of a pool
     * do.
     *
     * @param name of the target of the events
     * @return the executor; any thread may submit
     */
    public Executor executor(String name) {
        Objects.requireNonNull(name, "name");
        return task -> {
            Objects.requireNonNull(task, "task");
            if (driver.isCurrent()) {
                submit(name, task);
            } else {
                driver.handOver(name, () -> submit(name, task));
            }
        };
    }

    private void submit(String name, Runnable task) {
        actions.submit(moment.actor(), name, task, moment.number());
    }

    /** {@return the seed} */
    public long seed() {
        return seed;
    }

    /** {@return the strategy} */
    public Strategy strategy() {
        return strategy;
    }

    /** {@return what is an event} */
    public Realism realism() {
        return realism;
    }

    /**
     * Starts an actor system that takes part in the run. {@link #close} closes it.
     *
     * @param name of the system
     * @return the system
     */
    public ActorSystem system(String name) {
        return system(name, settings -> {});
    }

    /**
     * Starts an actor system that takes part in the run. {@link #close} closes it.
     *
     * @param name of the system
     * @param settings may change all but dispatcher, clock, helpers and the source of chance
     * @return the system
     */
    public ActorSystem system(String name, Consumer<? super SystemBuilder> settings) {
        SystemBuilder builder = ActorSystem.builder().name(name).closeTimeout(CLOSE_TIMEOUT);
        settings.accept(builder);
        ActorSystem system = builder.dispatcher(dispatcher(name))
                .clock(time.clock())
                .helpers(executor(name + "/helpers"))
                .random(random(name + "/system"))
                .start();
        systems.add(system);
        return system;
    }

    /** Closes the systems that were started here, the last one first, and ends the run. What happens meanwhile counts no more. */
    @Override
    public void close() {
        finish();
        for (int i = systems.size() - 1; i >= 0; i--) {
            systems.get(i).close();
        }
        systems.clear();
    }

    // ---- going on ------------------------------------------------------------------------------------------------

    /**
     * Lets one event happen. Time stands still, but timers that are due fire.
     *
     * @return whether one was possible
     */
    public boolean step() {
        enter();
        return next(time.nanos());
    }

    /**
     * Lets one event happen, which may be that time passes.
     *
     * @param until time in nanoseconds that the clock may reach, see {@link #nanos}
     * @return whether one was possible
     */
    public boolean step(long until) {
        enter();
        return next(until);
    }

    /**
     * Lets events happen until none is possible. Time stands still, but timers that are due fire.
     *
     * @return number of events, 0 or more
     * @throws IllegalStateException if the program does not come to rest within ten million events, a million of them at one
     *     moment
     */
    public long runAll() {
        enter();
        long before = log.events();
        while (next(time.nanos())) {
            progress.checkEvents(log.events() - before, this);
        }
        return log.events() - before;
    }

    /**
     * Lets events happen and time pass, up to the end of the span, where the clock stands then.
     *
     * @param span zero or more
     * @throws IllegalArgumentException if the span is negative
     * @throws IllegalStateException if the program lets ten million events happen within the span, or a
     *     million at one moment
     */
    public void runFor(Duration span) {
        until(() -> false, span);
    }

    /**
     * Lets events happen and time pass until a condition holds.
     *
     * @param condition looked at before the first event and after each
     * @param span most time that may pass, zero or more
     * @return whether the condition holds; if not, the span is over
     * @throws IllegalArgumentException if the span is negative
     * @throws IllegalStateException if the program lets ten million events happen within the span, or a
     *     million at one moment
     */
    public boolean until(BooleanSupplier condition, Duration span) {
        if (span.isNegative()) {
            throw new IllegalArgumentException("span must not be negative: span=" + span);
        }
        enter();
        long before = log.events();
        long end = time.end(span);
        while (!condition.getAsBoolean()) {
            if (!next(end)) {
                if (!span.isZero()) {
                    time.skipTo(end);
                }
                return condition.getAsBoolean();
            }
            progress.checkEvents(log.events() - before, this);
        }
        return true;
    }

    /**
     * Lets events happen and time pass until nothing is possible and no timer waits.
     *
     * @return number of events, 0 or more
     * @throws IllegalStateException if the program does not come to rest: too many events happen, or only timers go on and no
     *     message is sent any more
     */
    public long runToRest() {
        enter();
        long before = log.events();
        long alone = progress.timersAlone();
        while (next(SimulatedTime.NEVER - 1)) {
            progress.checkEvents(log.events() - before, this);
            progress.checkTimers(progress.timersAlone() - alone, this);
            alone = Math.min(alone, progress.timersAlone());
        }
        return log.events() - before;
    }

    /** Lets one event happen, which may be that time passes up to the given moment. Returns whether there was one. */
    private boolean next(long until) {
        boolean happened = loop.next(until);
        if (!log.isStopped()) {
            frozen.check();
        }
        return happened;
    }

    private void enter() {
        driver.enter();
        SimulationThread.enter(here);
        time.changed(); // the test may have set or cancelled timers
    }

    /**
     * Sets how many events one call may let happen before it fails: a program that never comes to rest is a finding.
     *
     * @param most at least 1; by default ten million. At one moment a tenth of that may happen, or a million if that is more
     * @return this run
     * @throws IllegalArgumentException if it is less than 1
     */
    public Simulator limit(long most) {
        progress.limit(most);
        return this;
    }

    /**
     * From now on a message fails the run if one of its arguments changes between its sending and the turn that takes it: sender and
     * receiver share it, and threads would race. Elements of arrays, collections and maps are compared, and the fields of records and
     * other objects, but not those that are transient. Actors, references, promises and functions may change, and so may what an
     * actor sends to itself. The error names actor, method and argument. Answers are not compared.
     *
     * @return this run
     */
    public Simulator freezeMessages() {
        frozen.switchOn();
        return this;
    }

    /** {@return how many events have happened} */
    public long events() {
        return log.events();
    }

    /** {@return the hash of the names of all events so far, in order: the same in every run that was the same} */
    public long hash() {
        return log.hash();
    }

    /** {@return how many events are possible, beside time; racy for other threads} */
    public int possible() {
        return possible.size() + driver.waiting();
    }

    /** Keeps all events from now on, see {@link #recorded}. */
    public void record() {
        log.record();
        steps.list();
    }

    /** {@return the events since {@link #record} was called, in order; a copy} */
    public List<SimEvent> recorded() {
        return log.recorded();
    }

    /**
     * The run is over but for closing: what happens from now on is in the order in which it becomes possible, and counts
     * neither as events nor in the hash. Threads behind the simulation's back are no failure any more.
     */
    public void finish() {
        if (!log.isStopped()) {
            log.stop();
            driver.finish();
            possible.finish();
            here.close();
        }
    }

    /**
     * Lets events happen in the order in which they become possible, and time pass when nothing else is possible: no event waits
     * for ever. For those parts of a run in which a program must get on.
     *
     * @param on false: the strategy picks again
     */
    public void fair(boolean on) {
        possible.fair(on);
    }

    // ---- the gate ------------------------------------------------------------------------------------------------

    /**
     * Lets somebody decide over single events. Events that wait are asked about again.
     *
     * @param decides null: all may happen
     */
    public void gate(@Nullable EventGate decides) {
        gate.decides(decides);
        reopen();
    }

    /** Lets the gate be asked again about the events that it has kept from happening. */
    public void reopen() {
        possible.reopen();
    }

    // ---- for other parts of the package --------------------------------------------------------------------------

    boolean isDrivenBy(Thread thread) {
        return driver.is(thread) && CellThread.currentCell() == null;
    }

    /** One event, as somebody waits for one. Time stands still. */
    boolean drive() {
        time.changed();
        return next(time.nanos());
    }

    /** What another thread has done first, as a sentence; null if none has taken part. */
    @Nullable
    String intrusion() {
        DriverThread.Intrusion first = driver.intrusion();
        return first == null
                ? null
                : "the test must not use threads behind the simulation's back: seed=" + seed + ", thread="
                        + first.thread() + ", target=" + first.target() + ", event="
                        + (driver.takenAt() < 0 ? log.events() : driver.takenAt());
    }

    void cover(RaceCoverage races) {
        log.cover(races);
    }

    @Nullable
    Recording recording() {
        return log.recording();
    }

    /** The steps that can be left out, see {@link #takes}. */
    OptionalSteps steps() {
        return steps;
    }

    /** How many lanes there are; for tests. */
    int lanes() {
        return allLanes().size();
    }

    // ---- agenda --------------------------------------------------------------------------------------------------

    @Override
    public void add(EventKind kind, String source, String target, String label, Runnable action) {
        addAt(0, kind, source, target, label, action);
    }

    @Override
    public void addAt(long nanos, EventKind kind, String source, String target, String label, Runnable action) {
        Objects.requireNonNull(label, "label");
        Objects.requireNonNull(action, "action");
        actions.add(kind, source, target, nanos, label, action, moment.number());
    }

    @Override
    public long nanos() {
        return time.nanos();
    }

    @Override
    public RandomGenerator random(String purpose) {
        return chances.computeIfAbsent(purpose, name -> Chance.of(seed, name));
    }

    @Override
    public boolean takes(String step) {
        return steps.takes(Objects.requireNonNull(step, "step"));
    }

    @Override
    public Object pause(Predicate<String> place) {
        return possible.pause(Objects.requireNonNull(place, "place"), allLanes());
    }

    @Override
    public void resume(Object pause) {
        possible.resume(pause, allLanes());
    }

    @Override
    public int drop(Predicate<String> place) {
        return possible.clear(Objects.requireNonNull(place, "place"), allLanes()) + cells.drop(place);
    }

    /** All lanes, in the order in which they or their targets were made. */
    private List<Lane> allLanes() {
        List<Lane> all = new ArrayList<>();
        actions.addLanes(all);
        cells.addFlights(all);
        actions.addTasks(all);
        cells.addTurns(all);
        return all;
    }

    @Override
    public String toString() {
        return "Simulator[seed=" + seed + ", strategy=" + strategy + ", events=" + log.events() + ", hash="
                + Long.toHexString(log.hash()) + ", possible=" + possible() + ", time=" + Duration.ofNanos(time.nanos())
                + ", timers=" + time.clock().pending() + "]";
    }
}
