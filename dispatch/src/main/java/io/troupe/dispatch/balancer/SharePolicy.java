// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

import io.troupe.dispatch.balance.BalanceConfig;
import io.troupe.dispatch.balance.Decision;
import io.troupe.dispatch.balance.DecisionReason;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds overloaded workers whose backlog idle ones may take from, until there is a plan or beside one: no placement keeps
 * all workers busy all the time. Sharing spreads cells at random, which makes hops of calls that were none: not where that
 * would cost more than a little.
 */
final class SharePolicy {
    /** One is about to run; a backlog of less is not worth a theft. */
    private static final double BACKLOG = 2;
    /**
     * Of the work of the cells at home there, what their local calls would cost as hops. Only who is idle takes anything: what
     * a stolen turn does is won, what it costs are two hops at most, to be woken and to wake, so at half nothing is won any
     * more. The limit is well below that, as caches are not in the price, and groups that were brought together stay so.
     */
    private static final double TALK = 0.03;
    /** The same while workers have just been added: nothing was brought together yet, and most of the work is at few. */
    private static final double TALK_WHILE_GROWING = 0.1;

    private final LoadSnapshot<?> now;
    private final WorkerDemand workerDemand;
    private final double[] price;
    private final double[] work;
    private final double limit;

    SharePolicy(LoadSnapshot<?> now, BalanceConfig config, WorkerDemand workerDemand, boolean growing) {
        this.now = now;
        this.workerDemand = workerDemand;
        this.work = now.work();
        this.limit = growing ? TALK_WHILE_GROWING : TALK;
        this.price = now.talk();
        int running = Math.max(1, now.running());
        double elsewhere = (running - 1.0) / running; // where chance puts the partner of a stolen cell
        for (int w = 0; w < price.length; w++) {
            price[w] *= CellLayout.hopSeconds(config) * elsewhere;
        }
    }

    /** Whether its backlog may be shared. */
    boolean isShareable(int worker) {
        WorkerLoad load = now.workers().get(worker);
        return load.running()
                && load.overloaded()
                && load.waiting() >= BACKLOG
                && price[worker] <= limit * Math.max(work[worker], workerDemand.busy(worker));
    }

    <C> List<Decision<C>> decisions() {
        List<Decision<C>> shares = new ArrayList<>();
        for (int w = 0; w < price.length; w++) {
            if (isShareable(w)) {
                shares.add(new Decision.Share<>(w, DecisionReason.OVERLOAD, workerDemand.load(w, true)));
            }
        }
        return shares;
    }
}
