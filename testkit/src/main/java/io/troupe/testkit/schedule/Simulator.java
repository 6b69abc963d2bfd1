// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import io.troupe.core.ActorSystem;
import io.troupe.core.SystemBuilder;
import io.troupe.core.message.Call;
import io.troupe.dispatch.Dispatcher;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.Mailbox;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.timer.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
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
    /** More events than that in one call are a program that never comes to rest. */
    private static final long MOST_EVENTS = 10_000_000;

    /** The name of the test itself as a source of events. */
    private static final String OUTSIDE = "outside";

    /** So often may time pass without that anything is sent before a program counts as one that goes on for ever. */
    private static final int MOST_TIMERS = 1_000;

    private static final long NEVER = Long.MAX_VALUE;
    private static final Duration CLOSE_TIMEOUT = Duration.ofMillis(500);
    private static final int MOST_SPARE = 1_024;

    private final long seed;
    private final Strategy strategy;
    private final Realism realism;
    private final ManualClock clock = new ManualClock();
    private final Map<String, Participant> named = new HashMap<>();
    private final Map<String, RandomGenerator> chances = new HashMap<>();
    private final LaneTable lanes = new LaneTable();
    private final Participant outside;
    private final Lane timeLane;

    /** Cells that came with a mailbox of their own, or none. */
    private final IdentityHashMap<Cell, Lane> foreignCells = new IdentityHashMap<>();

    /** Of tasks that wait: each has a lane of its own. */
    private final Set<Lane> tasks = new LinkedHashSet<>();

    private final List<ActorSystem> systems = new ArrayList<>();
    private final List<FlightMailbox> mailboxes = new ArrayList<>();
    private final List<Pause> pauses = new ArrayList<>();

    /** Lanes whose first event the gate keeps from happening, in the order in which they were picked. */
    private final List<Lane> shut = new ArrayList<>();

    private @Nullable EventGate gate;

    /** Lanes whose first event waits for its time, the earliest first. */
    private final TimedLanes timed = new TimedLanes();

    /** What other threads have sent. Any thread adds. */
    private final Queue<Runnable> handedOver = new ConcurrentLinkedQueue<>();

    Chooser chooser;

    /** The chooser of the strategy while another one picks in a fair order. */
    private @Nullable Chooser picking;

    private volatile Thread driver = Thread.currentThread();
    private Participant current;
    private int participants;
    private @Nullable Flight spare;
    private int spares;

    /** Number of the event that is happening, -1 between two events. */
    private long now = -1;

    private long events;
    private long hash;
    private boolean timeKnown;
    private long timeDue;
    private boolean timer;

    /** How often time has passed since anything but a turn has happened. */
    private long timersAlone;

    private boolean closing;
    private long limit = MOST_EVENTS;
    private @Nullable Recording recording;
    private @Nullable RaceCoverage coverage;
    private @Nullable Runnable foreignThread;

    private Simulator(long seed, Strategy strategy, Realism realism) {
        this.seed = seed;
        this.strategy = strategy;
        this.realism = realism;
        this.outside = participant(OUTSIDE);
        this.current = outside;
        Participant time = participant("time");
        this.timeLane = new Lane(Lane.Content.TIME, EventKind.TIME, time, time);
        this.chooser = Choosers.of(strategy, seed);
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
        return new Simulator(
                seed, Objects.requireNonNull(strategy, "strategy"), Objects.requireNonNull(realism, "realism"));
    }

    /** A run that is picked by somebody in particular. */
    static Simulator of(long seed, Strategy strategy, Realism realism, Chooser chooser) {
        Simulator simulator = new Simulator(seed, strategy, realism);
        simulator.chooser = chooser;
        return simulator;
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
        return new SimulatedDispatcher(this, Objects.requireNonNull(name, "name"));
    }

    /**
     * The clock of the run. Moving it by hand runs timers at once, as no event of the run.
     *
     * @return the clock, which starts at 0
     */
    public ManualClock clock() {
        return clock;
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
            if (isDriver()) {
                submit(name, task);
            } else {
                handOver(() -> submit(name, task));
            }
        };
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
                .clock(clock)
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
        return next(clock.nanos());
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
     * @throws IllegalStateException if the program does not come to rest within ten million events
     */
    public long runAll() {
        enter();
        long before = events;
        while (next(clock.nanos())) {
            checkEnd(before);
        }
        return events - before;
    }

    /**
     * Lets events happen and time pass, up to the end of the span, where the clock stands then.
     *
     * @param span zero or more
     * @throws IllegalArgumentException if the span is negative
     * @throws IllegalStateException if the program lets ten million events happen within the span
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
     * @throws IllegalStateException if the program lets ten million events happen within the span
     */
    public boolean until(BooleanSupplier condition, Duration span) {
        if (span.isNegative()) {
            throw new IllegalArgumentException("span must not be negative: span=" + span);
        }
        enter();
        long before = events;
        long end = end(span);
        while (!condition.getAsBoolean()) {
            if (!next(end)) {
                if (span.isZero()) {
                    return condition.getAsBoolean();
                }
                clock.advance(Duration.ofNanos(end - clock.nanos()));
                return condition.getAsBoolean();
            }
            checkEnd(before);
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
        long before = events;
        long alone = timersAlone;
        while (next(NEVER - 1)) {
            checkEnd(before);
            if (timersAlone - alone > MOST_TIMERS) {
                throw new IllegalStateException(
                        "the program must come to rest, but only timers go on: timers=" + MOST_TIMERS + ", " + this);
            }
            alone = Math.min(alone, timersAlone);
        }
        return events - before;
    }

    private long end(Duration span) {
        long now0 = clock.nanos();
        try {
            return Math.addExact(now0, span.toNanos());
        } catch (ArithmeticException e) {
            return NEVER - 1;
        }
    }

    private void checkEnd(long before) {
        if (events - before >= limit) {
            throw new IllegalStateException("the actors must come to rest: events=" + (events - before) + ", " + this);
        }
    }

    /**
     * Sets how many events one call may let happen before it fails: a program that never comes to rest is a finding.
     *
     * @param most at least 1; by default ten million
     * @return this run
     * @throws IllegalArgumentException if it is less than 1
     */
    public Simulator limit(long most) {
        if (most < 1) {
            throw new IllegalArgumentException("most events must be at least 1: most=" + most);
        }
        limit = most;
        return this;
    }

    /** {@return how many events have happened} */
    public long events() {
        return events;
    }

    /** {@return the hash of the names of all events so far, in order: the same in every run that was the same} */
    public long hash() {
        return hash;
    }

    /** {@return how many events are possible, beside time; racy for other threads} */
    public int possible() {
        return chooser.size() + handedOver.size();
    }

    /** Keeps all events from now on, see {@link #recorded}. */
    public void record() {
        if (recording == null) {
            recording = new Recording();
        }
    }

    /** {@return the events since {@link #record} was called, in order; a copy} */
    public List<SimEvent> recorded() {
        return recording == null ? List.of() : recording.events();
    }

    /**
     * The run is over but for closing: what happens from now on is in the order in which it becomes possible, and counts
     * neither as events nor in the hash.
     */
    public void finish() {
        if (!closing) {
            closing = true;
            reopen();
            choose(new FirstComeChooser());
        }
    }

    /**
     * Lets events happen in the order in which they become possible, and time pass when nothing else is possible: no event waits
     * for ever. For those parts of a run in which a program must get on.
     *
     * @param on false: the strategy picks again
     */
    public void fair(boolean on) {
        Chooser other = picking;
        if (on && other == null) {
            picking = choose(new FirstComeChooser());
        } else if (!on && other != null && !closing) {
            choose(other);
            picking = null;
        }
    }

    /** Hands all that is possible over to another chooser; returns the one before. */
    private Chooser choose(Chooser other) {
        Chooser before = chooser;
        List<Lane> left = new ArrayList<>();
        while (before.size() > 0) {
            left.add(before.pick(null, 0));
        }
        chooser = other;
        left.forEach(other::add);
        return before;
    }

    // ---- the gate ------------------------------------------------------------------------------------------------

    /**
     * Lets somebody decide over single events. Events that wait are asked about again.
     *
     * @param decides null: all may happen
     */
    public void gate(@Nullable EventGate decides) {
        gate = decides;
        reopen();
    }

    /** Lets the gate be asked again about the events that it has kept from happening. */
    public void reopen() {
        List<Lane> waiting = List.copyOf(shut);
        shut.clear();
        for (Lane lane : waiting) {
            lane.shut = false;
            possibleAgain(lane);
        }
    }

    private boolean isOpen(Lane lane) {
        EventGate deciding = gate;
        if (deciding == null || closing || deciding.mayHappen(nextOf(lane))) {
            return true;
        }
        lane.shut = true;
        shut.add(lane);
        return false;
    }

    private SimEvent nextOf(Lane lane) {
        EventKind kind = lane.nextKind();
        Flight head = lane.head;
        boolean answer = kind == EventKind.ANSWER && lane.content == Lane.Content.FLIGHTS;
        return new SimEvent(
                events,
                clock.nanos(),
                kind,
                lane.source.name(),
                lane.target.name(),
                1 + (answer ? lane.answers : lane.count),
                head == null ? lane.cause : head.cause,
                "");
    }

    // ---- the loop ------------------------------------------------------------------------------------------------

    private void enter() {
        Thread thread = Thread.currentThread();
        if (driver != thread) {
            driver = thread;
        }
        timeKnown = false; // the test may have set or cancelled timers
    }

    /** Lets one event happen; time passes at most to the given moment. Returns whether there was one. */
    private boolean next(long until) {
        while (true) {
            if (!handedOver.isEmpty()) {
                takeHandedOver();
            }
            long at = clock.nanos();
            if (!timed.isEmpty() && timed.earliest() <= at) {
                wakeTimed(at);
            }
            long due = timeDue();
            boolean timePossible = due <= until;
            int possible = chooser.size();
            if (possible == 0) {
                if (!timePossible) {
                    return false;
                }
            } else {
                boolean offersTime = timePossible && ((realism == Realism.FLIGHTS_AND_TIME && !closing) || due <= at);
                Lane lane = chooser.pick(offersTime ? timeLane : null, due - at);
                if (lane != timeLane) {
                    lane.offered = false;
                    if (!isOpen(lane)) {
                        continue;
                    }
                    happen(lane);
                    return true;
                }
            }
            if (pass(until)) {
                return true;
            }
        }
    }

    private long timeDue() {
        if (!timeKnown) {
            long left = clock.untilNext();
            long due = left < 0 ? NEVER : clock.nanos() + left;
            timeDue = Math.min(due, timed.earliest());
            timeKnown = true;
        }
        return timeDue;
    }

    /** Lets time pass to the earliest timer; false if there is none after all, or none until then. */
    private boolean pass(long until) {
        clock.pending(); // which takes out timers that nobody waits for
        timeKnown = false;
        if (timeDue() > until) {
            return false;
        }
        Participant before = current;
        long outer = now;
        long hashBefore = hash;
        begin(timeLane, EventKind.TIME, timeLane.nextKey());
        long number = now;
        current = timeLane.target;
        timer = true;
        boolean passed = false;
        try {
            long at = clock.nanos();
            long end = Math.min(until, timed.earliest());
            passed = clock.advanceToNext(Duration.ofNanos(end - at));
            if (!passed && end == timed.earliest()) {
                passed = true;
                clock.advance(Duration.ofNanos(end - at));
            }
        } finally {
            timer = false;
            current = before;
            now = outer;
            if (passed || closing) {
                timeLane.count++;
                end(timeLane, EventKind.TIME, timeLane.count, -1, "", number);
            } else {
                takeBack(hashBefore);
            }
        }
        if (passed) {
            wakeTimed(clock.nanos());
        } else {
            timeDue = Math.max(timeDue, until + 1); // what was known was a lower bound
            timeKnown = true;
        }
        return passed;
    }

    /** The last event did not happen. */
    private void takeBack(long hashBefore) {
        events--;
        hash = hashBefore;
        if (recording != null) {
            recording.takeBack();
        }
    }

    private void begin(Lane lane, EventKind kind, long key) {
        if (closing) {
            return;
        }
        now = events++;
        hash = Chance.mixed(hash ^ key);
        if (kind == EventKind.TIME) {
            timersAlone++;
        } else if (kind != EventKind.TURN) {
            timersAlone = 0;
        }
        Recording records = recording;
        if (records != null) {
            records.key(key);
        }
        RaceCoverage races = coverage;
        if (races != null && kind != EventKind.TIME) {
            races.happened(lane.target, key);
        }
    }

    private void end(Lane lane, EventKind kind, int ordinal, long cause, String label, long number) {
        Recording records = recording;
        if (records != null && !closing) {
            records.add(new SimEvent(
                    number, clock.nanos(), kind, lane.source.name(), lane.target.name(), ordinal, cause, label));
        }
        chooser.ran(lane);
    }

    private void happen(Lane lane) {
        Participant before = current;
        long outer = now; // not -1 if a task waits for room and lets events happen meanwhile
        EventKind kind = lane.nextKind();
        EventGate deciding = gate;
        if (deciding != null && !closing) {
            deciding.begins(nextOf(lane));
        }
        begin(lane, kind, lane.nextKey());
        try {
            switch (lane.content) {
                case FLIGHTS -> land(lane, kind, now);
                case TURNS -> turn(lane, now);
                case ACTIONS -> act(lane, kind, now);
                case TIME -> throw new AssertionError("time is offered apart");
            }
        } finally {
            current = before;
            now = outer;
        }
    }

    private void land(Lane lane, EventKind kind, long number) {
        Flight flight = lane.take();
        int ordinal = kind == EventKind.ANSWER ? ++lane.answers : ++lane.count;
        long cause = flight.cause;
        String label = recording != null && flight.load instanceof Message message ? describe(message) : "";
        FlightMailbox mailbox = lane.mailbox;
        if (mailbox != null) {
            current = lane.source;
            mailbox.land(flight);
        }
        end(lane, kind, ordinal, cause, label, number);
        possibleAgain(lane);
    }

    private void turn(Lane lane, long number) {
        int ordinal = ++lane.count;
        lane.ready = false;
        long cause = lane.cause;
        Cell cell = lane.cell;
        FlightMailbox mailbox = lane.mailbox;
        Cell outer = CellThread.currentCell();
        current = lane.target;
        String label = "";
        boolean again = false;
        if (cell != null && cell.home() instanceof SimulatedDispatcher home) {
            if (mailbox != null) {
                mailbox.beginTurn(cell);
            }
            again = home.run(cell, outer);
            if (mailbox != null) {
                mailbox.endTurn();
                label = mailbox.lastLabel();
                cause = mailbox.lastCause() >= 0 ? mailbox.lastCause() : cause;
            }
            if (!again && mailbox == null && cell.hasEnded()) {
                foreignCells.remove(cell);
            }
        }
        timeKnown = false;
        end(lane, EventKind.TURN, ordinal, cause, label, number);
        if (again && !lane.target.gone) {
            lane.ready = true;
            lane.cause = number;
            possible(lane);
        }
    }

    private void act(Lane lane, EventKind kind, long number) {
        Flight flight = lane.take();
        int ordinal = ++lane.count;
        long cause = flight.cause;
        String label = flight.label;
        Runnable action = (Runnable) flight.load;
        release(flight);
        if (kind == EventKind.TASK) {
            tasks.remove(lane);
        }
        current = lane.target;
        try {
            if (action != null) {
                action.run();
            }
        } finally {
            timeKnown = false;
            end(lane, kind, ordinal, cause, label, number);
            possibleAgain(lane);
        }
    }

    /** What a message does, for people. */
    static String describe(Message message) {
        return message instanceof Call call ? call.method().toString() : "";
    }

    // ---- what is possible ----------------------------------------------------------------------------------------

    /** The first event of a lane may have become possible. */
    void possible(Lane lane) {
        if (lane.pauses > 0 || lane.offered || lane.timed || lane.shut) {
            return;
        }
        if (now < 0) {
            timeKnown = false; // the test has sent it, perhaps with a deadline
        }
        Flight head = lane.head;
        if (head != null && head.notBefore > clock.nanos()) {
            lane.timed = true;
            timed.add(lane, head.notBefore);
            timeKnown = false;
            return;
        }
        lane.offered = true;
        chooser.add(lane);
    }

    /** The lane has had its first event; it may hold another one. */
    void possibleAgain(Lane lane) {
        if (lane.head != null || lane.ready) {
            possible(lane);
        }
    }

    /** The first event of a lane cannot happen now. */
    void impossible(Lane lane) {
        if (lane.offered) {
            lane.offered = false;
            chooser.remove(lane);
        } else if (lane.timed) {
            lane.timed = false;
            timed.remove(lane);
            timeKnown = false;
        } else if (lane.shut) {
            lane.shut = false;
            shut.remove(lane);
        }
    }

    private void wakeTimed(long at) {
        while (!timed.isEmpty() && timed.earliest() <= at) {
            Lane lane = timed.poll();
            lane.timed = false;
            possible(lane);
        }
        timeKnown = false;
    }

    // ---- cells ---------------------------------------------------------------------------------------------------

    Mailbox newMailbox(@Nullable Mailbox bounded) {
        Participant maker = isDriver() ? current : outside;
        FlightMailbox mailbox = new FlightMailbox(this, ++participants, maker.nextKey(), bounded);
        mailbox.index = mailboxes.size();
        mailboxes.add(mailbox);
        return mailbox;
    }

    /** A cell has something to do. */
    void ready(Cell cell, SimulatedDispatcher home) {
        if (!isDriver()) {
            handOver(() -> home.onReady(cell));
            return;
        }
        Lane lane = turns(cell);
        if (lane.target.gone) {
            return; // nobody will ever run it
        }
        if (!cell.hasWork() && cell.rest()) {
            return;
        }
        lane.ready = true;
        lane.cause = now;
        possible(lane);
    }

    /** The lane of turns of a cell, made at the first time. */
    Lane turns(Cell cell) {
        if (cell.mailbox() instanceof FlightMailbox mailbox) {
            Lane lane = mailbox.turns;
            if (lane == null) {
                mailbox.of(cell);
                lane = newTurns(mailbox.owner, cell);
                lane.mailbox = mailbox;
                mailbox.turns = lane;
            }
            return lane;
        }
        return foreignCells.computeIfAbsent(
                cell, made -> newTurns(new Participant(++participants, current.nextKey(), made), made));
    }

    private Lane newTurns(Participant owner, Cell cell) {
        Lane lane = new Lane(Lane.Content.TURNS, EventKind.TURN, owner, owner);
        lane.cell = cell;
        pauseIfNeeded(lane);
        return lane;
    }

    /** The actor of a mailbox has ended. */
    void ended(FlightMailbox mailbox) {
        mailbox.owner.ended = true;
        int index = mailbox.index;
        if (index >= 0) {
            mailbox.index = -1;
            FlightMailbox last = mailboxes.remove(mailboxes.size() - 1);
            if (last != mailbox) {
                mailboxes.set(index, last);
                last.index = index;
            }
        }
    }

    /** Takes all cells that wait for a turn. */
    List<Cell> takeReady(SimulatedDispatcher home) {
        List<Cell> cells = new ArrayList<>();
        for (Lane lane : allTurns()) {
            Cell cell = lane.cell;
            if (cell != null && lane.ready && cell.home() == home) {
                lane.ready = false;
                impossible(lane);
                cells.add(cell);
            }
        }
        return cells;
    }

    private List<Lane> allTurns() {
        List<Lane> all = new ArrayList<>();
        for (FlightMailbox mailbox : mailboxes) {
            if (mailbox.turns != null) {
                all.add(mailbox.turns);
            }
        }
        List<Lane> others = new ArrayList<>(foreignCells.values());
        others.sort((one, other) -> Integer.compare(one.target.number, other.target.number));
        all.addAll(others);
        return all;
    }

    // ---- for mailboxes -------------------------------------------------------------------------------------------

    boolean isDriver() {
        return Thread.currentThread() == driver;
    }

    boolean isDrivenBy(Thread thread) {
        return driver == thread && CellThread.currentCell() == null;
    }

    /** One event, as somebody waits for one. Time stands still. */
    boolean drive() {
        timeKnown = false;
        return next(clock.nanos());
    }

    Participant current() {
        return current;
    }

    boolean hasFlights() {
        return realism != Realism.TURNS && !closing;
    }

    /** Whether the event that happens is that time passes. */
    boolean isTimer() {
        return timer;
    }

    boolean isRecording() {
        return recording != null;
    }

    /** Number of the event that happens, -1 between two. */
    long now() {
        return now;
    }

    double strategyTime() {
        return chooser.now();
    }

    Flight newFlight() {
        Flight flight = spare;
        if (flight == null) {
            return new Flight();
        }
        spare = flight.next;
        spares--;
        flight.next = null;
        return flight;
    }

    void release(Flight flight) {
        flight.load = null;
        flight.label = "";
        flight.kind = EventKind.ARRIVAL;
        flight.notBefore = 0;
        if (spares < MOST_SPARE) {
            flight.next = spare;
            spare = flight;
            spares++;
        }
    }

    /** From another thread: to be done between two events. */
    void handOver(Runnable step) {
        handedOver.add(step);
        foreignThread = step;
    }

    private void takeHandedOver() {
        for (Runnable step = handedOver.poll(); step != null; step = handedOver.poll()) {
            step.run();
        }
        timeKnown = false;
    }

    /** Whether another thread has taken part. */
    boolean hasForeignThreads() {
        return foreignThread != null;
    }

    void cover(RaceCoverage races) {
        coverage = races;
    }

    @Nullable
    Recording recording() {
        return recording;
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
        append(lane(kind, source, target), nanos, kind, label, action);
    }

    private void append(Lane lane, long nanos, EventKind kind, String label, Runnable action) {
        Flight flight = newFlight();
        flight.load = action;
        flight.kind = kind;
        flight.label = label;
        flight.notBefore = nanos;
        flight.made = chooser.now();
        flight.cause = now;
        boolean first = lane.head == null;
        lane.append(flight);
        if (first) {
            possible(lane);
        }
    }

    private Lane lane(EventKind kind, String source, String target) {
        Participant from = participant(source);
        Participant to = participant(target);
        Lane lane = lanes.get(kind, from, to);
        if (lane == null) {
            lane = new Lane(Lane.Content.ACTIONS, kind, from, to);
            pauseIfNeeded(lane);
            lanes.put(lane);
        }
        return lane;
    }

    private void submit(String name, Runnable task) {
        Participant target = participant(name);
        Lane counter = lanes.get(EventKind.TASK, current, target);
        if (counter == null) {
            counter = new Lane(Lane.Content.ACTIONS, EventKind.TASK, current, target);
            lanes.put(counter);
        }
        Lane lane = new Lane(Lane.Content.ACTIONS, EventKind.TASK, current, target);
        lane.count = counter.count++;
        pauseIfNeeded(lane);
        tasks.add(lane);
        append(lane, 0, EventKind.TASK, "", task);
    }

    private Participant participant(String name) {
        Participant known = named.get(name);
        if (known == null) {
            known = new Participant(++participants, Chance.hash(Objects.requireNonNull(name, "name")), name);
            named.put(name, known);
        }
        return known;
    }

    @Override
    public long nanos() {
        return clock.nanos();
    }

    @Override
    public RandomGenerator random(String purpose) {
        return chances.computeIfAbsent(purpose, name -> Chance.of(seed, name));
    }

    @Override
    public Object pause(Predicate<String> place) {
        Pause pause = new Pause(Objects.requireNonNull(place, "place"));
        pauses.add(pause);
        for (Lane lane : allLanes()) {
            if (pause.holds(lane) && lane.pauses++ == 0) {
                impossible(lane);
            }
        }
        return pause;
    }

    @Override
    public void resume(Object pause) {
        if (!(pause instanceof Pause held) || !pauses.remove(held)) {
            throw new IllegalArgumentException("pause must be one of this run that still holds: pause=" + pause);
        }
        for (Lane lane : allLanes()) {
            if (held.holds(lane) && --lane.pauses == 0) {
                possibleAgain(lane);
            }
        }
    }

    @Override
    public int drop(Predicate<String> place) {
        int dropped = 0;
        Pause gone = new Pause(Objects.requireNonNull(place, "place"));
        for (Lane lane : allLanes()) {
            if (gone.holds(lane)) {
                dropped += clear(lane);
            }
        }
        for (FlightMailbox mailbox : new ArrayList<>(mailboxes)) {
            if (place.test(mailbox.owner.name())) {
                dropped += mailbox.forget();
                mailbox.owner.gone = true;
                ended(mailbox);
            }
        }
        for (Lane lane : new ArrayList<>(foreignCells.values())) {
            if (place.test(lane.target.name())) {
                lane.target.gone = true;
            }
        }
        return dropped;
    }

    /** Forgets the events of a lane. Returns how many there were. */
    int clear(Lane lane) {
        impossible(lane);
        int dropped = lane.ready ? 1 : 0;
        lane.ready = false;
        while (lane.head != null) {
            Flight flight = lane.take();
            if (lane.mailbox != null) {
                lane.mailbox.forgotten(flight);
            }
            release(flight);
            dropped++;
        }
        return dropped;
    }

    /** How many lanes there are; for tests. */
    int lanes() {
        return allLanes().size();
    }

    void pauseIfNeeded(Lane lane) {
        for (Pause pause : pauses) {
            if (pause.holds(lane)) {
                lane.pauses++;
            }
        }
    }

    /** All lanes, in the order in which they or their targets were made. */
    private List<Lane> allLanes() {
        List<Lane> all = new ArrayList<>();
        for (int i = 0; i < lanes.size(); i++) {
            all.add(lanes.at(i));
        }
        for (FlightMailbox mailbox : mailboxes) {
            for (int i = 0; i < mailbox.lanes().size(); i++) {
                all.add(mailbox.lanes().at(i));
            }
        }
        all.addAll(tasks);
        all.addAll(allTurns());
        return all;
    }

    @Override
    public String toString() {
        return "Simulator[seed=" + seed + ", strategy=" + strategy + ", events=" + events + ", hash="
                + Long.toHexString(hash) + ", possible=" + possible() + ", time=" + Duration.ofNanos(clock.nanos())
                + ", timers=" + clock.pending() + "]";
    }

    /** What stands still. */
    private record Pause(Predicate<String> place) {
        boolean holds(Lane lane) {
            return place.test(lane.target.name()) || (lane.source != lane.target && place.test(lane.source.name()));
        }
    }

    /** Events with their keys. */
    static final class Recording {
        private final List<SimEvent> events = new ArrayList<>();
        private long[] keys = new long[64];
        private int count;

        void key(long key) {
            if (count == keys.length) {
                keys = Arrays.copyOf(keys, 2 * count);
            }
            keys[count++] = key;
        }

        void takeBack() {
            count--;
        }

        void add(SimEvent event) {
            events.add(event);
        }

        List<SimEvent> events() {
            return List.copyOf(events);
        }

        long[] keys() {
            return Arrays.copyOf(keys, count);
        }
    }
}
