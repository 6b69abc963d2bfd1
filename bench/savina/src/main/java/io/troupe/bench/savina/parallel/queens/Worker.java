// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.queens;

import io.troupe.core.actor.Actor;

/** Works on one board at a time. */
class Worker extends Actor<Worker> {
    private final Board rules;
    private final int threshold;

    Worker(Board rules, int threshold) {
        this.rules = rules;
        this.threshold = threshold;
    }

    public void work(long board, Master master) {
        if (Board.queens(board) < threshold) {
            rules.extend(board, master::board);
        } else {
            rules.solve(board, master::solution);
        }
        master.done(self());
    }
}
