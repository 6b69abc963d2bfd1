// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.philosophers;

import io.troupe.bench.peer.Behavior;
import io.troupe.bench.peer.Recipient;

/** What {@link Arbiter} does, on a peer. */
final class PeerArbiter implements Behavior<PeerArbiter.Message> {
    private final Forks forks;

    PeerArbiter(Forks forks) {
        this.forks = forks;
    }

    @Override
    public void onMessage(Message message, Recipient<Message> self) {
        if (message instanceof Hungry hungry) {
            hungry.philosopher()
                    .tell(forks.take(hungry.seat()) ? new PeerPhilosopher.Eat() : new PeerPhilosopher.Denied());
        } else if (message instanceof Done done) {
            forks.putBack(done.seat());
        } else if (message instanceof Leave leave) {
            forks.leave(leave.meals());
        }
    }

    /** What the arbiter hears. */
    sealed interface Message permits Hungry, Done, Leave {}

    /** A philosopher wants both forks. */
    record Hungry(int seat, Recipient<PeerPhilosopher.Message> philosopher) implements Message {}

    /** Both forks are back. */
    record Done(int seat) implements Message {}

    /** A philosopher has had enough. */
    record Leave(long meals) implements Message {}
}
