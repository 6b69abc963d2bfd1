// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.philosophers;

import io.troupe.bench.peer.Behavior;
import io.troupe.bench.peer.Recipient;

/** What {@link Philosopher} does, on a peer. */
final class PeerPhilosopher implements Behavior<PeerPhilosopher.Message> {
    private final Recipient<PeerArbiter.Message> arbiter;
    private final int seat;
    private final int rounds;
    private int meals;

    PeerPhilosopher(Recipient<PeerArbiter.Message> arbiter, int seat, int rounds) {
        this.arbiter = arbiter;
        this.seat = seat;
        this.rounds = rounds;
    }

    @Override
    public void onMessage(Message message, Recipient<Message> self) {
        if (message instanceof Eat) {
            eat(self);
        } else {
            if (message instanceof Begin) {
                meals = 0;
            }
            arbiter.tell(new PeerArbiter.Hungry(seat, self));
        }
    }

    private void eat(Recipient<Message> self) {
        meals++;
        arbiter.tell(new PeerArbiter.Done(seat));
        if (meals < rounds) {
            arbiter.tell(new PeerArbiter.Hungry(seat, self));
        } else {
            arbiter.tell(new PeerArbiter.Leave(meals));
        }
    }

    /** What a philosopher hears. */
    sealed interface Message permits Begin, Eat, Denied {}

    /** Starts a run. */
    record Begin() implements Message {}

    /** Has both forks. */
    record Eat() implements Message {}

    /** Has none. */
    record Denied() implements Message {}
}
