// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.big;

import io.troupe.bench.harness.Parts;
import io.troupe.core.actor.Actor;

/** Asks and answers. */
class Member extends Actor<Member> {
    private final Parts parts;
    private final int rounds;
    private Member[] members = {};
    private long seed;
    private int left;
    private long received;

    Member(Parts parts, int rounds, long seed) {
        this.parts = parts;
        this.rounds = rounds;
        this.seed = seed;
    }

    public void meet(Member[] everybody) {
        members = everybody;
    }

    public void begin() {
        left = rounds;
        received = 0;
        askNext();
    }

    public void ping(Member from) {
        from.pong();
    }

    public void pong() {
        received += 2; // the answer, and the question that must have arrived
        if (--left > 0) {
            askNext();
        } else {
            parts.complete(received);
        }
    }

    private void askNext() {
        seed = Crowd.nextSeed(seed);
        members[Crowd.pick(seed, members.length)].ping(self());
    }
}
