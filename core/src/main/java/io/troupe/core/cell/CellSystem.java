// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.ActorFactory;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.BlockingPool;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.Directory;
import io.troupe.core.actor.DirectoryOptions;
import io.troupe.core.actor.KeyedFactory;
import io.troupe.core.actor.PendingWork;
import io.troupe.core.actor.Spawner;
import io.troupe.core.actor.Supervision.Decision;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.Deadline;
import io.troupe.core.continuation.Deadlines;
import io.troupe.core.continuation.SettablePromise;
import io.troupe.core.continuation.UnhandledFailure;
import io.troupe.core.continuation.UnhandledFailures;
import io.troupe.core.error.EndReason;
import io.troupe.core.error.SpawnRefusedException;
import io.troupe.core.host.ContextHeaders;
import io.troupe.core.host.HostedCells;
import io.troupe.core.host.HostedSpawner;
import io.troupe.core.host.OutletHost;
import io.troupe.core.host.TracePoints;
import io.troupe.core.message.AskMessage;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.core.reference.ReferenceType;
import io.troupe.core.stats.SystemStats;
import io.troupe.dispatch.Dispatcher;
import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.CellScheduler;
import io.troupe.dispatch.cell.Mailbox;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.timer.Clock;
import io.troupe.dispatch.timer.TimerWheel;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What the actors of one system share, and where they are made. Any thread. */
public final class CellSystem implements OutletHost {
    /** How many failed promises are followed at a time. */
    private static final int MOST_UNHANDLED = 65_536;

    /** For mailboxes that never overflow. */
    private static final OverflowListener NO_OVERFLOW = new OverflowListener();

    private final SystemConfig config;
    private final TimerWheel timers;
    private final Deadlines deadlines;
    private final long askNanos;
    private final HelperPools helpers;
    private final SystemListeners listeners;
    private final ContextCarriers carriers;
    private final @Nullable TracePoints tracePoints;
    private final SystemExecutors executors;
    private final DeadLetters deadLetters;
    private final UnhandledFailures unhandled;
    private final SystemLog log;
    private final SystemMonitor monitor;
    private final BacklogAlarm backlogAlarm;
    /** Those that tell the monitor. */
    private final Set<CellScheduler> schedulers = ConcurrentHashMap.newKeySet();

    /** Cells that are no actors. */
    private final Set<HostedCells> hosted = ConcurrentHashMap.newKeySet();

    /** Threads that closing waits for, and what they do. */
    private final Map<BooleanSupplier, String> ownThreads = new ConcurrentHashMap<>();

    /** By name. */
    private final Map<String, ActorDirectory<?>> directories = new ConcurrentHashMap<>();

    private final TopActors top;
    private final EndedActors ended = new EndedActors();
    private final Passivation passivation;
    private final ActorLife life;
    private final ClosingWait wait;
    private final AtomicLong ids = new AtomicLong();

    /** A running system. */
    public CellSystem(SystemConfig config) {
        this.config = config;
        this.log = new SystemLog(config.name());
        this.listeners = new SystemListeners(config.listeners(), log::internal);
        this.carriers = new ContextCarriers(config.carriers(), log::internal);
        this.tracePoints = config.listeners().stream()
                .filter(TracePoints.class::isInstance)
                .map(TracePoints.class::cast)
                .findFirst()
                .orElse(null);
        this.deadLetters = new DeadLetters(listeners, log);
        this.monitor = new SystemMonitor(this, listeners, log);
        this.backlogAlarm = new BacklogAlarm(config.clock(), log, listeners);
        this.timers = new TimerWheel(
                config.clock(), config.name() + "-timer", failure -> log.internal("a timer task failed", failure));
        this.unhandled = new UnhandledFailures(config.clock(), timers, MOST_UNHANDLED, this::ignored);
        this.deadlines = new Deadlines(timers, config.clock(), config.name());
        this.askNanos = Deadline.nanosOf(config.askTimeout());
        this.helpers = new HelperPools(config.name(), config.blocking(), config.helpers());
        this.executors = new SystemExecutors(config, timers, deadlines, carriers, unhandled, log, this::random);
        this.top = new TopActors(executors);
        this.passivation = new Passivation(config.clock(), top, ended);
        this.life = new ActorLife(log, listeners, config.clock(), timers, helpers, top, ended, passivation);
        CellScheduler scheduler = CellScheduler.of(config.dispatcher());
        schedulers.add(scheduler);
        scheduler.monitor(monitor);
        this.wait = new ClosingWait(scheduler.drivenHome(), config.clock(), this::threadsWork);
    }

    private void ignored(UnhandledFailure failure, Object where, int notFollowed) {
        String call = failure.call();
        String origin = call == null ? where.toString() : call;
        log.unhandled(call != null, origin, failure.cause(), notFollowed);
        listeners.onUnhandledFailure(origin, failure.cause());
    }

    /** The source of chance of systems that are given none: nobody can foresee it. */
    private static final class Chance {
        static final RandomGenerator SECURE = new SecureRandom();
    }

    /**
     * Makes an actor.
     *
     * @param parent null for a top actor
     */
    <T> T spawn(Class<T> type, ActorFactory<? extends T> factory, ActorOptions options, @Nullable ActorCell parent) {
        Objects.requireNonNull(factory, "factory");
        ReferenceType<T> references = referenceType(type, options);
        SpawnSpec<T> spec = new SpawnSpec<>(this, references, factory, options, parent);
        ActorCell cell = make(spec);
        Children siblings = parent == null ? top.children() : parent.extras().children();
        siblings.add(cell, options.name());
        cell.start();
        return type.cast(cell.self());
    }

    private <T> ReferenceType<T> referenceType(Class<T> type, ActorOptions options) {
        ReferenceType<T> references = ReferenceType.of(type, options.lookup());
        String caution = references.takeCaution();
        if (caution != null) {
            log.caution(type.getName(), caution);
        }
        return references;
    }

    /** Makes a top actor. */
    public <T> T spawn(Class<T> type, ActorFactory<? extends T> factory, ActorOptions options) {
        return spawn(type, factory, options, null);
    }

    /** A new cell that nobody knows. */
    ActorCell make(SpawnSpec<?> spec) {
        ActorOptions options = spec.options();
        long id = ids.incrementAndGet();
        OverflowListener overflow = options.mailbox().isBuiltIn() ? NO_OVERFLOW : new OverflowListener();
        Mailbox mailbox = scheduler(options).mailbox(options.mailbox(), overflow);
        ActorCell cell = new ActorCell(spec, id, home(options), mailbox);
        if (overflow != NO_OVERFLOW) {
            overflow.of(cell);
        }
        return keep(cell, options);
    }

    /** Makes a directory. */
    public <T> Directory<T> directory(Class<T> type, KeyedFactory<? extends T> factory, DirectoryOptions options) {
        Objects.requireNonNull(factory, "factory");
        ReferenceType<T> references = referenceType(type, options.actors());
        String given = options.actors().name();
        String name = given == null ? type.getSimpleName().toLowerCase(Locale.ROOT) : given;
        ActorDirectory<T> directory = new ActorDirectory<>(this, name, references, factory, options);
        if (directories.putIfAbsent(name, directory) != null) {
            throw new SpawnRefusedException("directory name must be unique in its system: name=" + name + ", system="
                    + address() + "; keep the directory, or give the other one a name");
        }
        try {
            host(directory);
        } catch (IllegalStateException e) {
            directories.remove(name, directory);
            throw new SpawnRefusedException(
                    "the system must not be closing: system=" + address() + ", directory=" + name);
        }
        return directory;
    }

    private ActorCell keep(ActorCell cell, ActorOptions options) {
        if (options.placement().isDemanding()) {
            scheduler(options).keep(cell, options.placement());
        }
        return cell;
    }

    private Dispatcher dispatcher(ActorOptions options) {
        Dispatcher own = options.dispatcher();
        return own == null ? config.dispatcher() : own;
    }

    /** Where actors with these options are scheduled. */
    CellScheduler scheduler(ActorOptions options) {
        return CellScheduler.of(dispatcher(options));
    }

    private CellHome home(ActorOptions options) {
        CellScheduler scheduler = scheduler(options);
        if (options.dispatcher() != null && schedulers.add(scheduler)) {
            scheduler.monitor(monitor);
        }
        return options.worker() < 0 ? scheduler.home(options.placement()) : scheduler.home(options.worker());
    }

    TopActors top() {
        return top;
    }

    Passivation passivation() {
        return passivation;
    }

    ActorLife life() {
        return life;
    }

    /**
     * Ends the actors that live on a dispatcher which runs no turns any more.
     *
     * @param ended whether no turn of them can be running
     */
    void dispatcherClosed(CellScheduler closed, boolean ended, Throwable cause) {
        schedulers.remove(closed);
        hosted.forEach(cells -> cells.abandon(closed, ended, cause));
        abandonAll(cell -> {
            if (scheduler(cell.options()) == closed) {
                if (ended) {
                    cell.abandon(cause);
                } else {
                    cell.abandonIfIdle(cause);
                }
            }
        });
    }

    /** Children before their parents, so that each is still there to be found. */
    private void abandonAll(Consumer<ActorCell> abandon) {
        List<ActorCell> all = top.withAllBelow();
        for (int i = all.size() - 1; i >= 0; i--) {
            abandon.accept(all.get(i));
        }
    }

    // ---- closing -------------------------------------------------------------------------------------------------

    /**
     * Lets the actors finish what they do for each other: waits until none of them has anything to do. They take messages meanwhile.
     *
     * @param end a time of {@link #closingNanos}, when it goes on all the same
     */
    public void quiesce(long end) {
        wait.awaitRest(new Quiescence(top)::isReached, end);
    }

    /** Refuses new top actors and lets the present ones stop when they are idle. Fulfilled when all have ended. */
    public Promise<Void> drainAll() {
        top.close();
        top.all().forEach(ActorCell::stopWhenIdle);
        return top.gone();
    }

    /** Refuses new top actors and ends the present ones. Fulfilled when all have ended. */
    public Promise<Void> stopAll() {
        top.close();
        log.closing();
        unhandled.close();
        for (ActorCell cell : top.all()) {
            cell.signalStop(EndReason.SYSTEM_CLOSED);
        }
        List<Promise<Void>> ends = hosted.stream().map(HostedCells::stop).toList();
        return ends.isEmpty() ? top.gone() : after(ends, top.gone());
    }

    /** The time by which closing is limited: that of the system if its clock and its turns move by hand, else real time. */
    public long closingNanos() {
        return wait.nanos();
    }

    /**
     * Waits for a step of closing; where there are no threads, by running turns and letting time pass.
     *
     * @param end a time of {@link #closingNanos}
     * @param byActors whether nothing but turns of actors can settle it
     * @throws TimeoutException if nothing is left that could settle it
     */
    public void await(Promise<?> done, long end, boolean byActors) throws TimeoutException {
        wait.await(done, end, byActors);
    }

    @Override
    public <T> SettablePromise<T> newPromise() {
        return isDriven() ? new SettablePromise<>(executors) : new CompletablePromise<>();
    }

    @Override
    public boolean isDriven() {
        return wait.isDriven();
    }

    @Override
    public boolean drive(BooleanSupplier condition, Duration limit) {
        return wait.drive(condition, wait.nanos() + TimeUnit.NANOSECONDS.convert(limit), false);
    }

    private boolean threadsWork() {
        return helpers.isBusy() || schedulers.stream().anyMatch(scheduler -> scheduler.drivenHome() == null);
    }

    /** Ends all threads of the system, until this time of {@link #closingNanos}. Returns whether they ended in time. */
    public boolean release(long end) {
        boolean helpersEnded = helpers.close(wait.left(end));
        boolean workersEnded = config.dispatcher().close(wait.left(end));
        Throwable late =
                new RejectedExecutionException("the actor did not stop before the system closed: system=" + name());
        abandonAll(cell -> abandonLate(cell, workersEnded, late)); // their callers are told
        schedulers.forEach(scheduler -> scheduler.forget(monitor));
        deadlines.close();
        timers.close();
        boolean callbacksEnded = executors.close(wait.left(end));
        return helpersEnded && workersEnded && callbacksEnded;
    }

    /**
     * Ends an actor at rest. One whose turn runs is left to its own dispatcher, which goes on; on the system's, whose thread is
     * in the same message for longer than all deadlines, its callers are told all the same: that message is its last.
     */
    private void abandonLate(ActorCell cell, boolean workersEnded, Throwable cause) {
        if (cell.abandonIfIdle(cause)) {
            return;
        }
        if (!workersEnded && dispatcher(cell.options()) == config.dispatcher()) {
            cell.abandon(cause);
        } else {
            life.settleFromOutside(cell); // what it owes is told now, the rest when its own turn ends it
        }
    }

    // ---- cells that are no actors --------------------------------------------------------------------------------

    /**
     * The system behind what users have.
     *
     * @param spawner a system
     * @throws IllegalArgumentException if it is something else
     */
    public static CellSystem of(Spawner spawner) {
        if (spawner instanceof HostedSpawner hosted && hosted.host() instanceof CellSystem system) {
            return system;
        }
        throw new IllegalArgumentException(
                "an actor system is needed: given=" + spawner.getClass().getName());
    }

    /**
     * Takes cells in that are no actors: they end with the system.
     *
     * @param cells not known yet
     * @throws IllegalStateException if the system is closing
     */
    public void host(HostedCells cells) {
        hosted.add(cells);
        if (top.isClosing()) {
            hosted.remove(cells);
            throw new IllegalStateException("the system must not be closing: system=" + name() + ", started=" + cells);
        }
    }

    /** Forgets cells that have ended. */
    public void forget(HostedCells cells) {
        hosted.remove(cells);
        if (cells instanceof ActorDirectory<?> directory) {
            directories.remove(directory.name(), directory);
        }
    }

    /** Lets the cells that are no actors finish what they have, and take nothing more. Fulfilled when they have ended. */
    public Promise<Void> drainHosted() {
        return after(hosted.stream().map(HostedCells::drain).toList(), Promise.done());
    }

    /** A promise of this system that settles like one of them, when all have settled. */
    private Promise<Void> after(List<Promise<Void>> ends, Promise<Void> last) {
        SettablePromise<Void> all = new SettablePromise<>(executors);
        all.completeAfter(Promise.allSettled(ends), last);
        return all;
    }

    @Override
    public void ownThreads(String where, BooleanSupplier own) {
        ownThreads.put(own, where);
    }

    /** What the calling thread does if closing would wait for it; else null. */
    public @Nullable String ownWork() {
        if (helpers.isOwnThread()) {
            return "in blocking work of the system";
        }
        for (Map.Entry<BooleanSupplier, String> threads : ownThreads.entrySet()) {
            if (threads.getKey().getAsBoolean()) {
                return threads.getValue();
            }
        }
        return null;
    }

    /** Runs work on the helper threads of the default pool. */
    public <T> Promise<T> blocking(Callable<? extends T> work) {
        return helpers.run(BlockingPool.DEFAULT, work);
    }

    /**
     * Reports a failure of code that runs in the turns of a cell that is no actor.
     *
     * @param address of the place that has failed
     * @param cause what was thrown
     * @param decision how it goes on
     * @param first whether it is the first one there: it is logged
     */
    public void hostedFailed(String address, Throwable cause, Decision decision, boolean first) {
        if (first) {
            log.stageFailed(address, cause, decision);
        }
        listeners.onFailure(address, cause, decision);
    }

    /** What actors have begun and not finished; racy while they run. */
    public List<PendingWork> pendingWork() {
        List<PendingWork> all = new ArrayList<>();
        top.withAllBelow().forEach(cell -> addPendingWork(cell, all));
        return all;
    }

    private static void addPendingWork(ActorCell cell, List<PendingWork> all) {
        Obligations account = cell.obligationsIfAny();
        if (account != null) {
            for (AskMessage<?> ask : account.unsettled()) {
                all.add(new PendingWork(
                        PendingWork.Kind.UNSETTLED_ASK,
                        cell.address(),
                        ask.method().toString()));
            }
        }
        int held = cell.heldSends();
        if (held > 0) {
            all.add(new PendingWork(PendingWork.Kind.HELD_SEND, cell.address(), held + " messages wait for room"));
        }
        ActorExtras extras = cell.extrasIfAny();
        if (extras != null) {
            for (Message message : extras.stashed()) {
                all.add(new PendingWork(
                        PendingWork.Kind.STASHED_MESSAGE, cell.address(), DeadLetters.describe(message)));
            }
        }
    }

    // ---- seen by the cells ---------------------------------------------------------------------------------------

    @Override
    public String name() {
        return config.name();
    }

    String address() {
        return address(config.name());
    }

    static String address(String system) {
        return "troupe://" + system;
    }

    /** Messages that were not delivered, of one kind. */
    public long deadLetters(DeadLetter.Reason reason) {
        return deadLetters.count(reason);
    }

    /** Messages that were not delivered. */
    public long deadLetterCount() {
        return deadLetters.count();
    }

    /** Results that came after their promise had settled. */
    public long lateResults() {
        return log.lateResults();
    }

    /** Failed promises that nobody has looked at. */
    public long unhandledFailures() {
        return unhandled.count();
    }

    /**
     * A snapshot of everything.
     *
     * @param limit most actors in the tree
     */
    public SystemStats stats(int limit) {
        StatsCollector collector = new StatsCollector(limit);
        // before the living: an actor that ends meanwhile may be missed, but is not counted twice
        collector.addEnded(ended.totals());
        collector.count(top.all());
        return new SystemStats(
                name(),
                collector.actors(),
                collector.types(),
                collector.tree(),
                collector.omitted(),
                deadLetters.counts(),
                lateResults(),
                unhandledFailures(),
                helpers.stats(),
                dispatcher().stats());
    }

    /** Living top actors. */
    public int topActors() {
        return top.count();
    }

    /** The reference to a named top actor, or null. */
    public @Nullable Object find(String name) {
        int end = name.indexOf('/');
        if (end >= 0) {
            ActorDirectory<?> directory = directories.get(name.substring(0, end));
            return directory == null ? null : directory.findActive(name.substring(end + 1));
        }
        ActorCell cell = top.find(name);
        return cell == null ? null : cell.self();
    }

    /** Runs the actors unless their options say otherwise. */
    public Dispatcher dispatcher() {
        return config.dispatcher();
    }

    @Override
    public Clock clock() {
        return config.clock();
    }

    @Override
    public RandomGenerator random() {
        RandomGenerator given = config.random();
        return given == null ? Chance.SECURE : given;
    }

    @Override
    public void deadLetter(DeadLetter letter) {
        deadLetters.report(letter);
    }

    @Override
    public void lateResult() {
        log.late();
    }

    @Override
    public Duration drainTimeout() {
        return config.drainTimeout();
    }

    @Override
    public MemoryBudget memory() {
        return config.memory();
    }

    @Override
    public long askNanos() {
        return askNanos;
    }

    @Override
    public Deadlines deadlines() {
        return deadlines;
    }

    /** What messages sent by the calling thread are to carry, or null. */
    @Nullable
    Object capture() {
        return carriers.capture();
    }

    @Override
    public @Nullable ContextHeaders contexts() {
        return carriers.travels() ? carriers : null;
    }

    @Override
    public @Nullable TracePoints tracePoints() {
        return tracePoints;
    }

    /** Whether anything may travel with messages. */
    boolean carries() {
        return !carriers.isEmpty();
    }

    /** Makes what a message carried (or nothing) current; returns what was before, for {@link #restore}. */
    @Nullable
    Object install(@Nullable Object carried) {
        return carriers.install(carried);
    }

    /** Makes current again what {@link #install} has returned. */
    void restore(@Nullable Object before) {
        carriers.restore(before);
    }

    /** The work with what belongs to the calling thread's current call, wherever and whenever it is called. */
    <T> Callable<T> carrying(Callable<T> work) {
        if (carriers.isEmpty()) {
            return work;
        }
        Object carried = carriers.capture();
        return () -> {
            Object before = carriers.install(carried);
            try {
                return work.call();
            } finally {
                carriers.restore(before);
            }
        };
    }

    /** The same for work that throws nothing checked. */
    <T> Supplier<T> carrying(Supplier<T> work) {
        if (carriers.isEmpty()) {
            return work;
        }
        Object carried = carriers.capture();
        return () -> {
            Object before = carriers.install(carried);
            try {
                return work.get();
            } finally {
                carriers.restore(before);
            }
        };
    }

    TimerWheel timers() {
        return timers;
    }

    HelperPools helpers() {
        return helpers;
    }

    DeadLetters deadLetters() {
        return deadLetters;
    }

    UnhandledFailures unhandled() {
        return unhandled;
    }

    SystemLog log() {
        return log;
    }

    BacklogAlarm backlogAlarm() {
        return backlogAlarm;
    }

    /** A step of closing the system has failed or was not done in time. */
    public void closingFailed(String step, Throwable cause) {
        log.closingFailed(step, cause);
    }

    @Override
    public CallbackExecutor outsideExecutor() {
        return executors.ofThisThread();
    }

    SystemExecutors outsideExecutors() {
        return executors;
    }
}
