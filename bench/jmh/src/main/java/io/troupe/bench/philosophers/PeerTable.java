// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.philosophers;

import io.troupe.bench.peer.Behavior;
import io.troupe.bench.peer.Recipient;

/** What {@link Table} does, on a peer: a message is answered by a message. */
final class PeerTable implements Behavior<PeerTable.Message> {
    private final Forks<Take> forks;

    PeerTable(int seats) {
        forks = new Forks<>(
                seats, (take, granted) -> take.guest().tell(new PeerPhilosopher.Given(take.first(), granted)));
    }

    @Override
    public void onMessage(Message message, Recipient<Message> self) {
        if (message instanceof Take take) {
            forks.take(take.seat(), take.first(), take);
        } else if (message instanceof Finish finish) {
            forks.finish(finish.seat());
        } else if (message instanceof Open open) {
            forks.open(open.meals());
        }
    }

    /** What the table hears. */
    sealed interface Message permits Open, Take, Finish {}

    /** New meals. */
    record Open(int meals) implements Message {}

    /** Somebody wants a fork. */
    record Take(int seat, boolean first, Recipient<PeerPhilosopher.Message> guest) implements Message {}

    /** Somebody has eaten. */
    record Finish(int seat) implements Message {}
}
