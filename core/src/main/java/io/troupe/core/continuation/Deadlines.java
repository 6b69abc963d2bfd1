// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.EndReason;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.timer.Clock;
import io.troupe.dispatch.timer.Timeout;
import io.troupe.dispatch.timer.TimerWheel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The deadlines of one system's promises. A worker has a shard of its own and shares no lock with others for them; other
 * threads are spread over some shards. A deadline fires at its time or about one tick later, never before. Any thread.
 *
 * <p>The property {@code troupe.debug} (with any value but {@code false}, read when the system starts) makes each
 * deadline remember the line of the user's code that set it, for the text of the error.
 */
public final class Deadlines {
    private static final int MOST_STRIPES = 64;

    private final TimerWheel timers;
    private final Clock clock;
    private final String system;
    private final boolean traced;

    /** For threads that are no workers, and for workers of several systems. */
    private final DeadlineShard[] stripes;

    /** How many shards have a timeout on the wheel. */
    private final AtomicInteger planned = new AtomicInteger();

    /** Of workers. Guarded by itself. */
    private final List<DeadlineShard> owned = new ArrayList<>();

    /** Guarded by owned. */
    private boolean closed;

    /**
     * None so far.
     *
     * @param timers of the system; closed after this
     * @param clock of the timers
     * @param system name, for errors
     */
    public Deadlines(TimerWheel timers, Clock clock, String system) {
        this.timers = timers;
        this.clock = clock;
        this.system = system;
        this.traced = isDebugging();
        int wanted = 2 * Runtime.getRuntime().availableProcessors();
        this.stripes = new DeadlineShard[Math.min(MOST_STRIPES, Integer.highestOneBit(2 * wanted - 1))];
        for (int i = 0; i < stripes.length; i++) {
            stripes[i] = new DeadlineShard(this, null);
        }
        timers.keptTidyBy(this::tidy);
    }

    private static boolean isDebugging() {
        String value = System.getProperty("troupe.debug");
        return value != null && !value.equals("false");
    }

    /**
     * Sets a deadline. If the system has closed the promise fails with {@link ActorStoppedException} at once.
     *
     * @param promise must release the deadline when it settles
     * @param nanos from now, more than zero
     * @return null if the system has closed
     */
    public @Nullable Deadline set(DefaultPromise<?> promise, long nanos) {
        long now = clock.nanos();
        Deadline deadline =
                traced ? new Deadline.Traced(promise, now + nanos, nanos) : new Deadline(promise, now + nanos, nanos);
        if (!shard().add(deadline, now)) {
            fail(promise);
            return null;
        }
        return deadline;
    }

    /**
     * Sets a deadline in place of another one. If the system has closed the promise fails with {@link ActorStoppedException} at
     * once.
     *
     * @param before of this promise; released, or used again
     * @param promise must release the new deadline when it settles
     * @param nanos from now, more than zero
     * @return null if the system has closed
     */
    public @Nullable Deadline replace(Deadline before, DefaultPromise<?> promise, long nanos) {
        if (!traced && shard().renew(before, clock.nanos(), nanos)) {
            return before; // the usual case: a call, and behind it its timeout
        }
        before.release();
        return set(promise, nanos);
    }

    private DeadlineShard shard() {
        Thread thread = Thread.currentThread();
        if (thread instanceof CellThread worker) {
            return worker.local() instanceof DeadlineShard own && own.deadlines() == this ? own : shardOf(worker);
        }
        return stripe(thread);
    }

    private DeadlineShard stripe(Thread thread) {
        return stripes[(int) thread.getId() & (stripes.length - 1)];
    }

    /** A worker keeps the shard of one system; that of a closed one makes room. */
    private DeadlineShard shardOf(CellThread worker) {
        if (worker.local() instanceof DeadlineShard other && !other.isClosed()) {
            return stripe(worker);
        }
        DeadlineShard own = adopt(worker);
        if (own == null) {
            return stripe(worker);
        }
        worker.local(own);
        return own;
    }

    /** A new shard, or that of a worker whose thread has ended: there are never more than workers at a time. */
    private @Nullable DeadlineShard adopt(CellThread worker) {
        synchronized (owned) {
            if (closed) {
                return null;
            }
            for (DeadlineShard shard : owned) {
                Thread owner = shard.owner;
                if (owner != null && !owner.isAlive()) {
                    shard.owner = worker;
                    return shard;
                }
            }
            DeadlineShard shard = new DeadlineShard(this, worker);
            owned.add(shard);
            return shard;
        }
    }

    /** Current time on the clock of these deadlines, in nanoseconds. */
    public long nanos() {
        return clock.nanos();
    }

    Timeout schedule(long delay, DeadlineShard shard) {
        return timers.schedule(delay, shard);
    }

    /** A shard has a timeout on the wheel, and had none before. Under its monitor. */
    void onPlanned() {
        planned.incrementAndGet();
    }

    /** A shard has no timeout on the wheel any more. Under its monitor. */
    void onNothingPlanned() {
        planned.decrementAndGet();
    }

    private List<DeadlineShard> all() {
        List<DeadlineShard> all = new ArrayList<>(List.of(stripes));
        synchronized (owned) {
            all.addAll(owned);
        }
        return all;
    }

    /** A manual clock asks for this at each of its steps, so it makes no list. */
    private void tidy() {
        if (planned.get() == 0) {
            return; // nothing pends
        }
        for (DeadlineShard shard : stripes) {
            shard.tidy();
        }
        synchronized (owned) {
            for (DeadlineShard shard : owned) {
                shard.tidy();
            }
        }
    }

    /**
     * Fails every promise that has a deadline here, and each that gets one later, with {@link ActorStoppedException}: nobody would
     * end them any more. Before the timers are closed.
     */
    public void close() {
        synchronized (owned) {
            closed = true;
        }
        for (DeadlineShard shard : all()) {
            shard.close().forEach(this::fail);
        }
    }

    private void fail(DefaultPromise<?> promise) {
        if (!promise.isSettled()) {
            String target = promise.targetAddress();
            boolean maybeExecuted = !promise.withdraw();
            promise.settleFailure(new ActorStoppedException(
                    "the system has closed before the answer came",
                    target == null ? "troupe://" + system : target,
                    promise.methodName(),
                    EndReason.SYSTEM_CLOSED,
                    maybeExecuted,
                    null));
        }
    }

    /** Entries of all shards, also of settled promises; for tests. */
    int entries() {
        return all().stream().mapToInt(DeadlineShard::entries).sum();
    }
}
