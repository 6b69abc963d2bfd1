// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.balance.BalanceStats;
import io.troupe.dispatch.balance.Decision;
import io.troupe.dispatch.cell.Cell;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import jdk.jfr.FlightRecorder;

/**
 * Carries out decisions, counts them, and tells about them afterwards. A move only changes the home; the cell goes there at the
 * next hand-over: when it is scheduled or, if it is queued or running, when its old worker would run it the next time. The
 * balancer's thread, and to start a worker any other; the counters are read racily.
 */
final class DecisionApplier {
    private final WorkerGroup group;
    private final LongAdder starts = new LongAdder();
    private final LongAdder stops = new LongAdder();
    private final LongAdder shares = new LongAdder();
    private final LongAdder moves = new LongAdder();

    DecisionApplier(WorkerGroup group) {
        this.group = group;
    }

    /** Returns whether it was done: a cell that has moved or ended meanwhile is left alone. */
    boolean carryOut(Decision<Cell> decision) {
        boolean done = true;
        if (decision instanceof Decision.Start<Cell> start) {
            done = group.worker(start.worker()).start();
            starts.add(done ? 1 : 0);
        } else if (decision instanceof Decision.Stop<Cell> stop) {
            group.worker(stop.worker()).retire();
            stops.increment();
        } else if (decision instanceof Decision.Share<Cell> share) {
            done = !group.worker(share.worker()).isShared();
            group.worker(share.worker()).share(true);
            shares.add(done ? 1 : 0);
        } else if (decision instanceof Decision.Move<Cell> move) {
            done = !move.cell().isClosed() && move.cell().migrate(group.worker(move.from()), group.worker(move.to()));
            moves.add(done ? 1 : 0);
        }
        return done;
    }

    /** Records what was done and tells the monitor. */
    void tell(Decision<Cell> decision) {
        if (FlightRecorder.isInitialized()) { // see TurnRecorder
            DecisionEvent.emit(group.name(), decision);
        }
        group.monitor().onDecision(decision);
    }

    /** Backlogs that were opened before are closed, except for those that this decision opens, too. */
    void stopSharing(List<Decision<Cell>> decisions) {
        for (int i = 0; i < group.workers(); i++) {
            Worker worker = group.worker(i);
            if (worker.isShared()
                    && decisions.stream()
                            .noneMatch(decision -> decision instanceof Decision.Share<Cell> share
                                    && share.worker() == worker.index())) {
                worker.share(false);
            }
        }
    }

    BalanceStats stats() {
        return new BalanceStats(
                group.running(), starts.sum(), stops.sum(), shares.sum(), moves.sum(), group.redirected());
    }
}
