// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cli;

import io.troupe.core.actor.SystemListener;
import io.troupe.dispatch.Dispatcher;
import io.troupe.dispatch.balance.BalanceStats;
import io.troupe.dispatch.balance.Decision;
import java.io.PrintWriter;
import java.util.Locale;

/**
 * Prints what the balancer of an adaptive dispatcher decides and why, as it happens; of many moves at once only the first.
 * Called on the balancer's thread.
 */
public final class Explain implements SystemListener {
    private static final int MOVES_SHOWN = 8;
    /** Decisions closer to each other than this are of one plan. */
    private static final long PLAN_NANOS = 5_000_000;

    private final PrintWriter out;
    private final long start = System.nanoTime();
    private long last = start;
    private int movesInPlan;
    private int hidden;

    /** Prints to this writer. */
    public Explain(PrintWriter out) {
        this.out = out;
    }

    @Override
    public synchronized void onDecision(Decision<String> decision) {
        long now = System.nanoTime();
        if (now - last > PLAN_NANOS) {
            endPlan();
        }
        last = now;
        boolean move = decision instanceof Decision.Move<String>;
        movesInPlan += move ? 1 : 0;
        if (move && movesInPlan > MOVES_SHOWN) {
            hidden++;
            return;
        }
        out.printf(Locale.ROOT, "explain  %8.1f ms  %s%n", (now - start) / 1e6, decision);
        out.flush();
    }

    private void endPlan() {
        if (hidden > 0) {
            out.printf(Locale.ROOT, "explain  %8.1f ms  and %,d more moves%n", (last - start) / 1e6, hidden);
        }
        movesInPlan = 0;
        hidden = 0;
    }

    /** Prints the sums. */
    public synchronized void end(Dispatcher dispatcher) {
        endPlan();
        BalanceStats sums = dispatcher.balance();
        out.printf(
                Locale.ROOT,
                "explain  all in all: %,d workers started, %,d stopped, %,d actors moved, %,d backlogs shared; %d running%n",
                sums.starts(),
                sums.stops(),
                sums.moves(),
                sums.shares(),
                sums.running());
        out.flush();
    }
}
