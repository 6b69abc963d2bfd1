// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.philosophers;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;

/** Has the forks, and for each the promises of those who wait for it. */
public class Table extends Actor<Table> {
    private final Forks<CompletablePromise<Boolean>> forks;

    /** A table without meals, see {@link Forks}. */
    public Table(int seats) {
        forks = new Forks<>(seats, CompletablePromise::complete);
    }

    /** Puts meals on the table. */
    public void open(int meals) {
        forks.open(meals);
    }

    /** Fulfilled when the fork is in the hand of this seat; with false if no meals are left. */
    public Promise<Boolean> take(int seat, boolean first) {
        CompletablePromise<Boolean> answer = new CompletablePromise<>();
        forks.take(seat, first, answer);
        return answer;
    }

    /** Both forks of a seat go back. */
    public void finish(int seat) {
        forks.finish(seat);
    }

    /** What has happened since {@link #open}; calls of the same sender before this one have been dealt with. */
    public Promise<Forks.Account> account() {
        return Promise.of(forks.account());
    }
}
