// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.ActorFactory;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.ContextCarrier;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.OutletHost;
import io.troupe.core.actor.Supervision.Decision;
import io.troupe.core.actor.SystemConfig;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Lane;
import io.troupe.core.promise.Promise;
import io.troupe.core.reference.ReferenceType;
import io.troupe.dispatch.cell.Mailbox;
import io.troupe.dispatch.cell.Ready;
import io.troupe.dispatch.timer.Clock;
import io.troupe.dispatch.timer.TimerWheel;
import io.troupe.dispatch.worker.Dispatcher;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What the actors of one system share, and where they are made. Any thread. */
public final class CellSystem implements OutletHost {
    private final SystemConfig config;
    private final TimerWheel timers;
    private final HelperPool helpers;
    private final CallbackCell callbacks;
    private final Callbacks callbackThread;
    private final DeadLetters deadLetters;
    private final SystemLog log;
    private final SystemMonitor monitor;
    private final Children top = new Children();
    private final AtomicLong ids = new AtomicLong();
    private final CompletablePromise<Void> topGone = new CompletablePromise<>();
    private volatile boolean closing;

    /** A running system. */
    public CellSystem(SystemConfig config) {
        this.config = config;
        this.log = new SystemLog(config.name());
        this.deadLetters = new DeadLetters(config.listener(), log);
        this.monitor = new SystemMonitor(config.listener(), log);
        this.timers = new TimerWheel(
                config.clock(), config.name() + "-timer", failure -> log.internal("a timer task failed", failure));
        this.helpers = config.helpers() == null
                ? HelperPool.of(config.name(), config.blockingThreads(), config.blockingQueue())
                : HelperPool.over(config.helpers());
        this.callbackThread = new Callbacks(config.name(), config.helpers());
        this.callbacks = new CallbackCell(this, callbackThread.home());
        config.dispatcher().monitor(monitor);
    }

    /**
     * Makes an actor.
     *
     * @param parent null for a top actor
     */
    <T> T spawn(Class<T> type, ActorFactory<? extends T> factory, ActorOptions options, @Nullable ActorCell parent) {
        Objects.requireNonNull(factory, "factory");
        ReferenceType<T> references = ReferenceType.of(type, options.lookup());
        Blueprint<T> blueprint = new Blueprint<>(this, references, factory, options, parent);
        ActorCell cell = make(blueprint);
        Children siblings = parent == null ? top : parent.extras().children();
        siblings.add(cell, options.name());
        cell.start();
        return type.cast(cell.self());
    }

    /** Makes a top actor. */
    public <T> T spawn(Class<T> type, ActorFactory<? extends T> factory, ActorOptions options) {
        return spawn(type, factory, options, null);
    }

    private ActorCell make(Blueprint<?> blueprint) {
        ActorOptions options = blueprint.options();
        long id = ids.incrementAndGet();
        if (options.mailbox().isBuiltIn()) {
            return keep(new ActorCell(blueprint, id, home(options), null), options);
        }
        Displacement displacement = new Displacement();
        Mailbox mailbox = options.mailbox().create(displacement);
        ActorCell cell = new ActorCell(blueprint, id, home(options), mailbox);
        displacement.of(cell);
        return keep(cell, options);
    }

    private ActorCell keep(ActorCell cell, ActorOptions options) {
        if (options.placement().isDemanding()) {
            dispatcher(options).keep(cell, options.placement());
        }
        return cell;
    }

    private Dispatcher dispatcher(ActorOptions options) {
        Dispatcher own = options.dispatcher();
        return own == null ? config.dispatcher() : own;
    }

    private Ready home(ActorOptions options) {
        Dispatcher dispatcher = dispatcher(options);
        if (options.dispatcher() != null) {
            dispatcher.monitor(monitor);
        }
        return options.worker() < 0 ? dispatcher.home(options.placement()) : dispatcher.home(options.worker());
    }

    void topEnded(ActorCell cell, @Nullable String name) {
        if (top.remove(cell, name) && closing) {
            topGone.complete();
        }
    }

    void failed(String address, Throwable cause, Decision decision) {
        log.failure(address, cause, decision);
        try {
            config.listener().onFailure(address, cause, decision);
        } catch (RuntimeException e) { // the decision must be carried out all the same
            log.internal("the listener of failures failed", e);
        }
    }

    // ---- closing -------------------------------------------------------------------------------------------------

    /** Refuses new top actors and ends the present ones. Fulfilled when all have ended. */
    public Promise<Void> stopAll() {
        closing = true;
        log.closing();
        top.close();
        for (ActorCell cell : top.all()) {
            cell.stop();
        }
        if (top.count() == 0) {
            topGone.complete();
        }
        return topGone;
    }

    /** Ends all threads of the system. Returns whether they ended in time. */
    public boolean release(Duration deadline) {
        long end = System.nanoTime() + deadline.toNanos();
        boolean helpersEnded = helpers.close(deadline);
        boolean workersEnded = config.dispatcher().close(left(end));
        top.all().forEach(ActorCell::abandon); // those that did not stop in time: their callers are told
        timers.close();
        boolean callbacksEnded = callbackThread.close(callbacks, left(end));
        return helpersEnded && workersEnded && callbacksEnded;
    }

    private static Duration left(long end) {
        return Duration.ofNanos(Math.max(1_000_000, end - System.nanoTime()));
    }

    // ---- seen by the cells ---------------------------------------------------------------------------------------

    @Override
    public String name() {
        return config.name();
    }

    String address() {
        return "troupe://" + config.name();
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

    /** Living top actors. */
    public int topActors() {
        return top.count();
    }

    /** The reference to a named top actor, or null. */
    public @Nullable Object find(String name) {
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
    public void deadLetter(DeadLetter letter) {
        deadLetters.report(letter);
    }

    @Override
    public void lateResult() {
        log.late();
    }

    @Override
    public @Nullable Duration askTimeout() {
        return config.askTimeout();
    }

    /** What messages sent by the calling thread are to carry, or null. */
    @Nullable
    Object capture() {
        ContextCarrier carrier = config.carrier();
        return carrier == null ? null : carrier.capture();
    }

    /** Whether anything may travel with messages. */
    boolean carries() {
        return config.carrier() != null;
    }

    /** Makes what a message carried (or nothing) current; returns what was before, for the call that undoes this one. */
    @Nullable
    Object install(@Nullable Object carried) {
        ContextCarrier carrier = config.carrier();
        return carrier == null ? null : carrier.install(carried);
    }

    TimerWheel timers() {
        return timers;
    }

    HelperPool helpers() {
        return helpers;
    }

    DeadLetters deadLetters() {
        return deadLetters;
    }

    SystemLog log() {
        return log;
    }

    @Override
    public Lane callbackLane() {
        return callbacks.lane();
    }
}
