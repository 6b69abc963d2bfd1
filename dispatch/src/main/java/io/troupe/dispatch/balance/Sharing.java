// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balance;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds overloaded workers whose backlog idle ones may take from, until there is a plan or instead of one. Sharing spreads
 * cells at random, so it costs about all their calls a hop: not where that would eat up what it brings.
 */
final class Sharing {
    /** One is about to run; a backlog of less is not worth a theft. */
    private static final double BACKLOG = 2;
    /** Of the work of a worker, what the calls of its cells may cost. */
    private static final double TALK = 0.5;
    /** A worker that is less busy has time for the work of others. */
    private static final double TIME_TO_SPARE = 0.9;

    private final Snapshot<?> now;
    private final Pressure pressure;
    private final Layout layout;

    Sharing(Snapshot<?> now, Pressure pressure, Layout layout) {
        this.now = now;
        this.pressure = pressure;
        this.layout = layout;
    }

    /** Whether a running worker could help. */
    static boolean hasHelper(Snapshot<?> now, Pressure pressure) {
        for (int w = 0; w < now.workers().size(); w++) {
            if (now.workers().get(w).running() && pressure.busy(w) < TIME_TO_SPARE) {
                return true;
            }
        }
        return false;
    }

    /** Whether its backlog may be shared. */
    boolean isShareable(int worker) {
        WorkerLoad load = now.workers().get(worker);
        return load.running()
                && load.overloaded()
                && load.waiting() >= BACKLOG
                && layout.price(layout.calls(worker)) <= TALK * pressure.busy(worker);
    }

    <C> List<Decision<C>> decisions() {
        List<Decision<C>> shares = new ArrayList<>();
        for (int w = 0; w < now.workers().size(); w++) {
            if (isShareable(w)) {
                shares.add(new Decision.Share<>(w, Reason.OVERLOAD, layout.load(w)));
            }
        }
        return shares;
    }
}
