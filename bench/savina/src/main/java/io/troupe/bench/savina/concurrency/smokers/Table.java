// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.smokers;

import io.troupe.bench.savina.support.Seeds;

/**
 * The size of it, and who smokes when: the same in every run.
 *
 * @param smokers around the arbiter
 * @param rounds how often somebody smokes
 * @param work average units of work of a cigarette
 */
record Table(int smokers, int rounds, int work) {
    /** The one who smokes in a round. */
    int pick(int round) {
        return Seeds.below(smokers, ~round);
    }

    /** What a smoker does in a round. */
    long smoke(int smoker, int round) {
        return Seeds.work(round, work) * (smoker + 1);
    }

    /** What all smokers' work adds up to. */
    long expected() {
        long sum = 0;
        for (int round = 0; round < rounds; round++) {
            sum += smoke(pick(round), round);
        }
        return sum;
    }
}
