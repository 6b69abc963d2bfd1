// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.queens;

import io.troupe.bench.harness.Completion;
import io.troupe.core.actor.Actor;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Hands out boards and takes solutions. */
class Master extends Actor<Master> {
    private final Tally tally;
    private final Completion completion;
    private final Deque<Worker> idle = new ArrayDeque<>();
    private int workers;

    Master(Tally tally, Completion completion) {
        this.tally = tally;
        this.completion = completion;
    }

    public void employ(List<Worker> all) {
        idle.addAll(all);
        workers = all.size();
    }

    public void begin() {
        tally.reset();
        handOut();
    }

    public void board(long board) {
        tally.add(board);
    }

    public void solution(long board) {
        tally.solved(board);
    }

    public void done(Worker worker) {
        idle.add(worker);
        handOut();
    }

    private void handOut() {
        Master self = self();
        while (tally.hasWork() && !idle.isEmpty()) {
            idle.remove().work(tally.next(), self);
        }
        if (idle.size() == workers) {
            completion.complete(tally.found());
        }
    }
}
