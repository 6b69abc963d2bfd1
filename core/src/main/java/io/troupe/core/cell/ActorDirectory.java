// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.Directory;
import io.troupe.core.actor.DirectoryOptions;
import io.troupe.core.actor.DirectoryStats;
import io.troupe.core.actor.KeyedFactory;
import io.troupe.core.cell.ActorLife.Phase;
import io.troupe.core.continuation.SettablePromise;
import io.troupe.core.error.EndReason;
import io.troupe.core.error.SpawnRefusedException;
import io.troupe.core.host.GuardedFactory;
import io.troupe.core.host.HostedCells;
import io.troupe.core.host.TurnGuard;
import io.troupe.core.message.TextRule;
import io.troupe.core.promise.Promise;
import io.troupe.core.reference.ReferenceType;
import io.troupe.dispatch.cell.CellScheduler;
import io.troupe.dispatch.timer.Timeout;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The actors of one directory. Each key has one cell as long as anybody could use it; activation and passivation are
 * incarnations of that cell, so its messages stay in one mailbox, in order, whatever becomes of the object. Any thread.
 *
 * <pre>
 *   PASSIVE -first call→ NEW (waits for room) → RUNNING ⇄ RESTARTING
 *      ↑                                          ↓ idle, stopped or failed
 *      └─────────────────────────────────────  STOPPING  → ENDED (the directory ends)
 * </pre>
 *
 * <p>A passive cell is held by nobody but those who hold its reference, a message in it, or a watch on it.
 */
final class ActorDirectory<A> implements Directory<A>, HostedCells {
    /** Looks at an idle actor until it is passivated. */
    private static final int QUIET_LOOKS = 4;
    /** Actors that the timer looks at without a pause: some 20 microseconds. */
    private static final int SWEPT = 1_000;

    /** Until the bound is overrun if nobody answers. */
    private static final long HURRY = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long SHORTEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(1);

    private final CellSystem system;
    private final String name;
    private final ReferenceType<A> references;
    private final ActorOptions options;
    private final KeyedFactory<? extends A> factory;
    private final long passivateNanos;
    private final KeyTable<ActorCell> cells = new KeyTable<>();
    private final ActiveActors active;
    private final Setbacks setbacks = new Setbacks();
    private final SettablePromise<Void> ended;
    private final Function<String, ActorCell> maker = this::makeCell;

    /** Cells that have been told to end and have not. Whoever takes one out counts it. */
    private final Set<ActorCell> ending = ConcurrentHashMap.newKeySet();

    /** Cells in {@link #ending}, and one as long as they are being told. */
    private final AtomicInteger unended = new AtomicInteger(1);

    private volatile boolean closing;

    /** Whether the line of those that wait is looked at soon. */
    private final AtomicBoolean hurrying = new AtomicBoolean();

    /** The next look at the active ones; guarded by this. */
    private @Nullable Timeout nextSweep;

    ActorDirectory(
            CellSystem system,
            String name,
            ReferenceType<A> references,
            KeyedFactory<? extends A> factory,
            DirectoryOptions options) {
        this.system = system;
        this.name = name;
        this.references = references;
        this.factory = factory;
        ActorOptions own = options.actors();
        this.options = new ActorOptions( // the name is that of the directory
                null,
                own.dispatcher(),
                own.worker(),
                own.placement(),
                own.mailbox(),
                own.supervision(),
                own.askTimeout(),
                own.lookup(),
                own.undelivered());
        this.passivateNanos = TimeUnit.NANOSECONDS.convert(options.passivateAfter());
        this.active = new ActiveActors(options.maxActive());
        this.ended = system.newPromise();
    }

    // ---- for users -----------------------------------------------------------------------------------------------

    @Override
    public A get(String key) {
        ActorCell cell = cells.find(key);
        if (cell == null) {
            TextRule.check("key", key, 1, LONGEST_KEY);
            cell = cells.get(key, maker);
            if (closing) {
                cell.signalStop(endReason()); // whoever closed may not have seen it
            }
        }
        if (closing) {
            throw new SpawnRefusedException(
                    "the directory must not be closing: directory=" + address() + ", key=" + key);
        }
        return references.type().cast(cell.self());
    }

    private ActorCell makeCell(String key) {
        TurnGuard guard = factory instanceof GuardedFactory<?> guarded ? guarded.guard(key) : null;
        return system.make(new SpawnSpec<Object>(system, references, new Activation(this, key, guard), options, null));
    }

    /** The reference to the actor of a key if that has an object, or is about to. */
    @Nullable
    Object findActive(String key) {
        ActorCell cell = cells.find(key);
        return cell == null || cell.phase() == Phase.PASSIVE || closing ? null : cell.self();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Class<A> type() {
        return references.type();
    }

    @Override
    public DirectoryStats stats() {
        cells.forgetGone();
        return new DirectoryStats(
                active.count(), cells.size(), active.waiting(), active.entries(), active.exits(), active.overruns());
    }

    @Override
    public Promise<Void> stop() {
        synchronized (this) {
            if (closing) {
                return ended;
            }
            closing = true;
            if (nextSweep != null) {
                nextSweep.cancel();
            }
        }
        active.close();
        EndReason reason = endReason();
        for (ActorCell cell : cells.all()) {
            unended.incrementAndGet();
            ending.add(cell);
            if (cell.isClosed()) {
                oneEnded(cell); // it was faster
            } else {
                cell.signalStop(reason);
            }
        }
        finishOnce();
        return ended;
    }

    private void oneEnded(ActorCell cell) {
        if (ending.remove(cell)) {
            finishOnce();
        }
    }

    private void finishOnce() {
        if (unended.decrementAndGet() == 0) {
            finish();
        }
    }

    private void finish() {
        system.forget(this);
        ended.complete();
    }

    @Override
    public String toString() {
        return "Directory[" + address() + "]";
    }

    // ---- for its cells: in their turns ---------------------------------------------------------------------------

    Object make(String key) throws Exception {
        return factory.create(key);
    }

    /** The cell has got its first message. It begins at once, or when there is room. */
    void enter(ActorCell cell) {
        active.enter(cell);
        startHurrying();
        startSweeping();
    }

    /** The cell is about to make its object. */
    void begun(ActorCell cell, Activation activation) {
        cells.hold(activation.key(), cell);
        activation.takenIn(true);
        activation.begin(cell.deliveredCount());
    }

    /** The actor of a key takes messages. */
    void started(String key) {
        setbacks.started(key);
    }

    /** The actor of a key could not be started. */
    void failed(String key, Throwable cause) {
        setbacks.failed(key, cause, system.clock().nanos());
        startSweeping();
    }

    /** Why the actor of a key is not started just now; null if it may be. */
    Setbacks.@Nullable Setback setback(String key) {
        return setbacks.of(key, system.clock().nanos());
    }

    /** The cell was asked to make room, but is at work. */
    void stays(ActorCell cell) {
        active.stays(cell);
    }

    /** The cell has lost its object, and lives on. */
    void passivated(ActorCell cell, Activation activation, boolean idle) {
        tellFactory(activation);
        if (!cell.isWatched()) {
            cells.letGo(activation.key(), cell);
        }
        active.left(cell, idle);
    }

    private void tellFactory(Activation activation) {
        if (factory instanceof GuardedFactory<?> guarded) {
            guarded.left(activation.key());
        }
    }

    /** A passive cell is watched, or no longer: who is watched is kept, or the watch would come to nothing. */
    void watched(ActorCell cell, Activation activation) {
        if (cell.isWatched()) {
            cells.hold(activation.key(), cell);
        } else {
            cells.letGo(activation.key(), cell);
        }
    }

    /** The cell has ended for good. */
    void ended(ActorCell cell, Activation activation) {
        tellFactory(activation);
        active.left(cell, false);
        cells.remove(activation.key());
        oneEnded(cell);
    }

    /** Whether cells that lose their object end. Any thread. */
    boolean isClosing() {
        return closing || system.top().isClosing();
    }

    EndReason endReason() {
        return system.top().isClosing() ? EndReason.SYSTEM_CLOSED : EndReason.STOPPED;
    }

    String address() {
        return system.address() + "/" + name;
    }

    /** The address of the actor of a key: what would be misread in an address is written as in a URI. */
    String address(String key) {
        return address() + "/" + URLEncoder.encode(key, StandardCharsets.UTF_8).replace("+", "%20");
    }

    // ---- idle actors ---------------------------------------------------------------------------------------------

    private synchronized void startSweeping() {
        if (nextSweep == null && !closing) {
            nextSweep = system.timers().schedule(pause(), this::sweep);
        }
    }

    /** All are looked at within a quarter of the idle time, a thousand at a time. */
    private long pause() {
        long rounds = Math.max(1, (active.count() + SWEPT - 1) / SWEPT);
        return Math.max(SHORTEST_PAUSE, passivateNanos / QUIET_LOOKS / rounds);
    }

    /** Nobody has started for this long though somebody waits: the bound may be in the way. */
    private void startHurrying() {
        if (active.waiting() > 0 && hurrying.compareAndSet(false, true)) {
            system.timers().schedule(HURRY, this::hurry);
        }
    }

    private void hurry() {
        hurrying.set(false);
        active.hurry();
        startHurrying();
    }

    /** On the timer thread. */
    private void sweep() {
        active.sweep(SWEPT, QUIET_LOOKS);
        cells.forgetGone();
        setbacks.forgetOld(system.clock().nanos());
        synchronized (this) {
            nextSweep = null;
            if (active.count() > 0 || !setbacks.isEmpty()) {
                startSweeping(); // else with the next activation
            }
        }
    }

    // ---- as cells of the system ----------------------------------------------------------------------------------

    @Override
    public Promise<Void> drain() {
        return Promise.done(); // active ones are top actors, which are drained after this
    }

    @Override
    public void abandon(CellScheduler dispatcher, boolean over, Throwable cause) {
        if (system.scheduler(options) != dispatcher) {
            return;
        }
        for (ActorCell cell : cells.all()) {
            if (over) {
                cell.abandon(cause);
            } else {
                cell.abandonIfIdle(cause);
            }
        }
    }
}
