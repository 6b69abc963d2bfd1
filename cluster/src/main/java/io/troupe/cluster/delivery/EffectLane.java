// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.delivery;

import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StoredEffect;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The effects of one sender for one receiver, of which one at a time is under way. Guarded by the courier. */
final class EffectLane {
    /** Most that are kept in memory; the store has the others. */
    static final int MOST = 100;

    private final Deque<StoredEffect> waiting = new ArrayDeque<>();
    private @Nullable StoredEffect underWay;
    /** Whether the store has more than what waits here. */
    private boolean more;

    private long last;
    private boolean parked;
    private int refusals;

    /** Takes a new effect, or notes that it is there. */
    void add(StoredEffect effect) {
        if (more || parked || waiting.size() >= MOST) {
            more = true;
        } else {
            waiting.add(effect);
            last = effect.id();
        }
    }

    /** Begins the next one; null: one is under way, or none waits here. */
    @Nullable
    StoredEffect begin() {
        if (underWay != null) {
            return null;
        }
        underWay = waiting.poll();
        return underWay;
    }

    /** The one under way has failed, or was refused: it is tried again some time. Those behind it are left to the store. */
    void park(StoredEffect again) {
        underWay = again;
        parked = true;
        if (!waiting.isEmpty()) {
            waiting.clear();
            more = true;
            last = again.id();
        }
    }

    /** Nobody can be called now: all are left to the store. */
    void leave() {
        if (underWay == null && !waiting.isEmpty()) {
            last = waiting.element().id() - 1;
            waiting.clear();
            more = true;
        }
    }

    /** The one under way is over. */
    void end() {
        underWay = null;
        parked = false;
        refusals = 0;
    }

    /** Counts a refusal, which is no attempt. */
    int refused() {
        return ++refusals;
    }

    /** Whether the store has to be asked. */
    boolean wantsMore() {
        return underWay == null && waiting.isEmpty() && more;
    }

    /**
     * What the store has behind the newest one that was here.
     *
     * @param next the first ones of them
     * @param seen the newest one that may be taken: those behind it come by {@link #add}
     */
    void refill(List<StoredEffect> next, long seen) {
        more = next.size() >= MOST && next.get(next.size() - 1).id() < seen;
        for (StoredEffect each : next) {
            if (each.id() <= seen) {
                waiting.add(each);
                last = each.id();
            }
        }
    }

    /** The newest one that was here. */
    long last() {
        return last;
    }

    /** How many are in memory, but for one that is parked. */
    int size() {
        return waiting.size() + (underWay == null || parked ? 0 : 1);
    }

    /** Whether nothing is left to do. */
    boolean isEmpty() {
        return underWay == null && waiting.isEmpty() && !more;
    }

    /**
     * Whose it is.
     *
     * @param generation lanes of an earlier one are over: the process has other shards since
     */
    record Ends(StateKey from, StateKey to, int generation) {}
}
