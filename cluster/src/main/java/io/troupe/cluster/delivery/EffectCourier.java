// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.delivery;

import io.troupe.cluster.activation.CallIdentity;
import io.troupe.cluster.delivery.EffectLane.Ends;
import io.troupe.cluster.store.Commit.Outcome;
import io.troupe.cluster.store.EffectChange;
import io.troupe.cluster.store.GroupCommitter;
import io.troupe.cluster.store.RowChanges;
import io.troupe.cluster.store.StateStore;
import io.troupe.cluster.store.StateWrite;
import io.troupe.cluster.store.StoreException;
import io.troupe.cluster.store.StoredEffect;
import io.troupe.cluster.store.WriteLine;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.host.OutletHost;
import io.troupe.core.promise.Promise;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the calls that updates have caused: in order for each sender and receiver, each until it is answered. The rows are the
 * truth: what is in memory is a part of what they say, and is read again after a start. An answer deletes the row, and with it
 * what its receiver remembers; a failure of the method counts as an attempt, and after 20 the row stays, but is left alone. What
 * was not executed, because the database or the actor was not there, is tried again without being counted.
 *
 * <p>Any thread tells it; its own thread reads; answers come on threads of the system.
 */
public final class EffectCourier implements AutoCloseable {
    /** Rows of one look, and most rows in memory. */
    static final int PAGE = 500;

    static final int MOST = 5_000;

    private static final Logger LOG = LoggerFactory.getLogger(EffectCourier.class);

    private final StateStore store;
    private final GroupCommitter committer;
    private final OutletHost host;
    private final HostedCalls actors;
    private final Courier courier;
    private final long keepMillis;

    /** Guarded by this. */
    private final Map<Ends, EffectLane> lanes = new HashMap<>();

    private int generation;
    private long cursor;
    private int inMemory;
    /** Whether there may be rows that nobody has read. */
    private boolean behind = true;

    private boolean closed;

    /**
     * Begins when it is started.
     *
     * @param name of its thread
     * @param store to read from
     * @param committer to write by
     * @param host the system, for its clock and dead letters
     * @param actors that are called
     * @param keepMillis how long receivers remember calls that were answered; 0: not at all, as no other process calls them
     */
    public EffectCourier(
            String name,
            StateStore store,
            GroupCommitter committer,
            OutletHost host,
            HostedCalls actors,
            long keepMillis) {
        this.keepMillis = keepMillis;
        this.store = store;
        this.committer = committer;
        this.host = host;
        this.actors = actors;
        this.courier = new Courier(name, host, this::look);
    }

    /** Starts the thread. */
    public void start() {
        courier.start();
        courier.wake();
    }

    /** New rows are there, or a class is hosted now. Any thread. */
    public void wake() {
        synchronized (this) {
            behind = true;
        }
        courier.wake();
    }

    /**
     * The shards of this process are others now: begins anew. What is under way is called again, and done once, as its receivers
     * remember. Any thread.
     */
    public void restart() {
        synchronized (this) {
            generation++;
            lanes.clear();
            cursor = 0;
            inMemory = 0;
            behind = true;
        }
        courier.wake();
    }

    /** Calls nobody any more. What is under way goes on, and its rows stay. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        courier.close();
    }

    // ---- its thread ----------------------------------------------------------------------------------------------

    private void look() throws StoreException {
        refill();
        while (wantsPage()) {
            long after;
            int reading;
            synchronized (this) {
                after = cursor;
                reading = generation;
            }
            install(store.effects(after, PAGE), reading).forEach(this::start);
        }
    }

    private synchronized boolean wantsPage() {
        if (closed || !behind || inMemory >= MOST) {
            return false;
        }
        behind = false;
        return true;
    }

    private synchronized Set<Ends> install(List<StoredEffect> page, int reading) {
        Set<Ends> touched = new LinkedHashSet<>();
        if (reading != generation) {
            return touched;
        }
        for (StoredEffect each : page) {
            Ends ends = new Ends(each.from(), each.to(), generation);
            EffectLane lane = lanes.computeIfAbsent(ends, any -> new EffectLane());
            int before = lane.size();
            lane.add(each);
            cursor = each.id();
            inMemory += lane.size() - before;
            touched.add(ends);
        }
        behind |= page.size() == PAGE;
        return touched;
    }

    /** Reads on for lanes that have left rows in the store. No row comes by this way and by a page. */
    private void refill() throws StoreException {
        Map<Ends, Long> empty = new HashMap<>();
        synchronized (this) {
            lanes.forEach((ends, lane) -> {
                if (lane.wantsMore() && actors.isHosted(ends.to().type())) {
                    empty.put(ends, lane.last());
                }
            });
        }
        for (Map.Entry<Ends, Long> each : empty.entrySet()) {
            Ends ends = each.getKey();
            List<StoredEffect> next = store.effects(ends.from(), ends.to(), each.getValue(), EffectLane.MOST);
            synchronized (this) {
                EffectLane lane = lanes.get(ends);
                if (lane != null) {
                    lane.refill(next, cursor);
                    inMemory += lane.size();
                    forgetIfEmpty(ends, lane);
                }
            }
            start(ends);
        }
    }

    // ---- any thread ----------------------------------------------------------------------------------------------

    /** Makes the next call of a lane, if none is under way. */
    private void start(Ends ends) {
        boolean hosted = actors.isHosted(ends.to().type());
        StoredEffect next = null;
        synchronized (this) {
            EffectLane lane = lanes.get(ends);
            if (closed || lane == null) {
                return;
            }
            int before = lane.size();
            if (hosted) {
                next = lane.begin();
            } else {
                lane.leave(); // perhaps later
            }
            inMemory += lane.size() - before;
        }
        if (next != null) {
            attempt(ends, next);
        }
    }

    private void forgetIfEmpty(Ends ends, EffectLane lane) {
        if (lane.isEmpty()) {
            lanes.remove(ends);
        }
    }

    private void attempt(Ends ends, StoredEffect effect) {
        long wait = effect.next() - host.clock().millis();
        if (wait > 0) { // it has failed before the process was started again
            later(wait, () -> attempt(ends, effect));
            return;
        }
        synchronized (this) {
            if (closed || !lanes.containsKey(ends)) {
                return;
            }
        }
        Promise<?> answer;
        try {
            answer = actors.call(
                    effect.to(), new CallIdentity(effect.callId(), true, null), effect.method(), effect.arguments());
        } catch (RuntimeException e) {
            answer = Promise.failed(e);
        }
        answer.onComplete((value, failure) -> {
            if (failure == null) {
                answered(ends, effect);
            } else {
                failed(ends, effect, failure);
            }
        });
    }

    private void answered(Ends ends, StoredEffect effect) {
        record(new EffectChange(effect, true, keepMillis == 0 ? 0 : host.clock().millis() + keepMillis), 1);
        end(ends);
    }

    private void failed(Ends ends, StoredEffect effect, Throwable failure) {
        if (RetryPause.isRefusal(failure)) {
            int refusals = park(ends, effect, true);
            if (refusals > 0) {
                later(RetryPause.after(refusals), () -> attempt(ends, effect));
            }
            return;
        }
        long pause = RetryPause.after(effect.tries() + 1);
        StoredEffect again = effect.failed(host.clock().millis() + pause);
        record(new EffectChange(again, false), 1);
        if (again.isDead()) {
            LOG.error(
                    "a call that an update has caused is given up, its row is kept: from={}, to={}, method={}, tries={}",
                    effect.from(),
                    effect.to(),
                    effect.method(),
                    again.tries(),
                    failure);
            host.deadLetter(new DeadLetter(effect.to().toString(), effect.method(), DeadLetter.Reason.GIVEN_UP));
            end(ends);
            return;
        }
        park(ends, again, false);
        later(pause, () -> attempt(ends, again));
    }

    /** Returns how often it was refused in a row; 0: nobody calls any more. */
    private synchronized int park(Ends ends, StoredEffect effect, boolean refused) {
        EffectLane lane = lanes.get(ends);
        if (closed || lane == null) {
            return 0;
        }
        int before = lane.size();
        lane.park(effect);
        inMemory += lane.size() - before;
        return refused ? lane.refused() : 0;
    }

    private void end(Ends ends) {
        boolean look;
        synchronized (this) {
            EffectLane lane = lanes.get(ends);
            if (lane == null) {
                return;
            }
            int before = lane.size();
            lane.end();
            inMemory += lane.size() - before;
            look = lane.wantsMore() || (behind && inMemory < MOST / 2);
            forgetIfEmpty(ends, lane);
        }
        if (look) {
            courier.wake();
        }
        start(ends);
    }

    private void later(long millis, Runnable task) {
        synchronized (this) {
            if (closed) {
                return;
            }
        }
        host.outsideExecutor().schedule(TimeUnit.MILLISECONDS.toNanos(millis), task);
    }

    /** Writes what has become of an attempt, until it is written or the store is somebody else's. */
    private void record(EffectChange change, int attempt) {
        StateWrite write = new StateWrite(
                change.effect().from(), null, new RowChanges(List.of(), List.of(), List.of(change), List.of()));
        boolean taken = committer.submit(write, new WriteLine(), (outcome, cause) -> {
            if (outcome == Outcome.UNKNOWN) {
                recordLater(change, attempt);
            }
        });
        if (!taken) {
            recordLater(change, attempt);
        }
    }

    private void recordLater(EffectChange change, int attempt) {
        later(RetryPause.after(attempt), () -> record(change, attempt + 1));
    }
}
