// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.philosophers.remote;

import io.troupe.bench.philosophers.Forks;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.UntypedAbstractActor;

/** Has the forks, and for each those who wait for it. */
final class PekkoTable extends UntypedAbstractActor {
    private final Forks<Waiting> forks;

    PekkoTable(int seats) {
        forks = new Forks<>(
                seats, (waiting, granted) -> waiting.guest.tell(new Note.Given(waiting.first, granted), getSelf()));
    }

    /** Who has asked for which of their forks. */
    private record Waiting(ActorRef guest, boolean first) {}

    @Override
    public void onReceive(Object message) {
        if (message instanceof Note.Take take) {
            forks.take(take.seat(), take.first(), new Waiting(getSender(), take.first()));
        } else if (message instanceof Note.Finish finish) {
            forks.finish(finish.seat());
        } else if (message instanceof Note.Open open) {
            forks.open(open.meals());
            account();
        } else if (message instanceof Note.Count) {
            account();
        } else {
            unhandled(message);
        }
    }

    private void account() {
        getSender().tell(new Note.Accounted(forks.account()), getSelf());
    }
}
