// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.philosophers;

import io.troupe.bench.peer.Behavior;
import io.troupe.bench.peer.Recipient;

/** What {@link Philosopher} does, on a peer, without latency. */
final class PeerPhilosopher implements Behavior<PeerPhilosopher.Message> {
    private final Recipient<PeerTable.Message> table;
    private final Guests guests;
    private final int seat;
    private int meals;

    PeerPhilosopher(Recipient<PeerTable.Message> table, Guests guests, int seat) {
        this.table = table;
        this.guests = guests;
        this.seat = seat;
    }

    @Override
    public void onMessage(Message message, Recipient<Message> self) {
        if (!(message instanceof Given given)) {
            table.tell(new PeerTable.Take(seat, true, self));
        } else if (!given.granted()) {
            int eaten = meals;
            meals = 0;
            guests.leave(seat, eaten);
        } else if (given.first()) {
            table.tell(new PeerTable.Take(seat, false, self));
        } else {
            meals++;
            table.tell(new PeerTable.Finish(seat));
            table.tell(new PeerTable.Take(seat, true, self));
        }
    }

    /** What a philosopher hears. */
    sealed interface Message permits Begin, Given {}

    /** Starts a batch. */
    record Begin() implements Message {}

    /** A fork is here, or there are no meals any more. */
    record Given(boolean first, boolean granted) implements Message {}
}
