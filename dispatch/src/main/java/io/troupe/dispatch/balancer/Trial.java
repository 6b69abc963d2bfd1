// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

import io.troupe.dispatch.balance.BalanceConfig;
import io.troupe.dispatch.balance.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Finds out by trying whether one worker fewer would get more done. What a call between workers costs is an estimate, and where
 * cheap messages are most of the work it decides whether further workers help or harm. So after a while the cells of one worker
 * are brought to the others for some windows; if clearly more messages are delivered then, it stays like that, and for a time no
 * worker is added; if not, they go back, and the next trial comes four times later. Only where messages cost little more
 * than a hop, and enough turns are caused by another worker: elsewhere there is no doubt. The idea is that of hill climbing by
 * experiment, as thread pools do it (Hellerstein et al., "Applying control theory in the real world", 2009).
 */
final class Trial<C> {
    private static final long FIRST_NANOS = 1_000_000_000;
    private static final long LONGEST_NANOS = 600_000_000_000L;
    private static final long SHORTEST_BAN_NANOS = 5_000_000_000L;
    private static final int BACKOFF = 4;
    /** Windows over which a rate is measured, before and after; between them one for things to settle. */
    private static final int MEASURED = 3;
    /** More than noise, compilation and collections explain. */
    private static final double CLEARLY_MORE = 1.1;
    /** Of all turns, that another worker has to cause. */
    private static final double FROM_ELSEWHERE = 0.05;
    /** In hops: a message that costs more is worth its trip. */
    private static final double CHEAP = 2;

    private final long window;
    private final double cheapNanos;
    private final List<Decision.Move<C>> moves = new ArrayList<>();
    private long markNanos;
    private double markDelivered;
    private double markTurns;
    private double rate;
    private double turnRate;
    private long nextAt;
    private long interval = FIRST_NANOS;
    private long banUntil;
    private long ban = SHORTEST_BAN_NANOS;
    private boolean banned;
    private boolean running;
    private long begunAt;
    private double rateBefore;
    private int worker;

    Trial(BalanceConfig config) {
        this.window = config.window().toNanos();
        this.cheapNanos = CHEAP * config.hopNanos();
    }

    /** Keeps the rate of messages up to date. */
    void observe(LoadSnapshot<C> now) {
        long elapsed = now.nanos() - markNanos;
        if (running ? elapsed < 0 : elapsed < MEASURED * window) {
            return;
        }
        if (!running) {
            rate = (now.delivered() - markDelivered) / elapsed;
            turnRate = (now.turns() - markTurns) / elapsed;
            mark(now);
        } else if (elapsed >= window && markDelivered == 0) {
            mark(now); // what was on its way has arrived
        }
    }

    private void mark(LoadSnapshot<C> now) {
        markNanos = now.nanos();
        markDelivered = now.delivered();
        markTurns = now.turns();
    }

    /** Workers were added. */
    void grown(long now) {
        interval = FIRST_NANOS;
        nextAt = now + interval;
    }

    /** Whether no worker may be added, as it did not help the last time. */
    boolean bansGrowth(long now) {
        return banned && now - banUntil < 0;
    }

    boolean isDue(LoadSnapshot<C> now) {
        return now.running() > 1
                && nextAt != 0
                && now.nanos() - nextAt >= 0
                && rate > 0
                && now.busy() / rate < cheapNanos
                && now.hops() * 1e-9 >= FROM_ELSEWHERE * turnRate;
    }

    boolean isRunning() {
        return running;
    }

    /** The worker that is tried to do without. */
    int worker() {
        return worker;
    }

    void begin(LoadSnapshot<C> now, int without, List<Decision<C>> moved) {
        running = true;
        worker = without;
        for (Decision<C> decision : moved) {
            if (decision instanceof Decision.Move<C> move) {
                moves.add(move);
            }
        }
        rateBefore = rate;
        begunAt = now.nanos();
        markNanos = now.nanos();
        markDelivered = 0;
    }

    boolean isOver(LoadSnapshot<C> now) {
        return now.nanos() - begunAt >= (1 + MEASURED) * window && markDelivered > 0 && now.nanos() > markNanos;
    }

    /** Ends the trial; returns whether clearly more was done without the worker. */
    boolean end(LoadSnapshot<C> now) {
        double after = (now.delivered() - markDelivered) / (now.nanos() - markNanos);
        boolean better = after >= CLEARLY_MORE * rateBefore;
        if (better) {
            ban = banned ? Math.min(LONGEST_NANOS, 2 * ban) : SHORTEST_BAN_NANOS;
            banUntil = now.nanos() + ban;
            banned = true;
            interval = FIRST_NANOS;
        } else {
            interval = Math.min(LONGEST_NANOS, BACKOFF * interval);
        }
        nextAt = now.nanos() + interval;
        running = false;
        mark(now);
        return better;
    }

    /** Drops cells that are gone: they need not go back. */
    void forget(Predicate<C> gone) {
        moves.removeIf(move -> gone.test(move.cell()));
    }

    /** What was moved for the trial; forgotten by this. */
    List<Decision.Move<C>> moves() {
        List<Decision.Move<C>> all = List.copyOf(moves);
        moves.clear();
        return all;
    }
}
