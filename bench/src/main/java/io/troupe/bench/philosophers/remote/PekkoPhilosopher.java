// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.philosophers.remote;

import io.troupe.bench.philosophers.Guests;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.UntypedAbstractActor;

/** Eats as long as there are meals. */
final class PekkoPhilosopher extends UntypedAbstractActor {
    private final ActorRef table;
    private final Guests guests;
    private final int seat;
    private int meals;

    PekkoPhilosopher(ActorRef table, Guests guests, int seat) {
        this.table = table;
        this.guests = guests;
        this.seat = seat;
    }

    /** Starts a batch. */
    record Begin() {}

    @Override
    public void onReceive(Object message) {
        if (message instanceof Begin) {
            take(true);
        } else if (!(message instanceof Note.Given given)) {
            unhandled(message);
        } else if (!given.granted()) {
            int eaten = meals;
            meals = 0;
            guests.leave(seat, eaten);
        } else if (given.first()) {
            take(false);
        } else {
            meals++;
            table.tell(new Note.Finish(seat), getSelf());
            take(true);
        }
    }

    private void take(boolean first) {
        table.tell(new Note.Take(seat, first), getSelf());
    }
}
