// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.smokers;

import java.util.List;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** What {@link Arbiter} does, in Pekko. */
final class PekkoArbiter {
    private final Table table;
    private final ActorRef<Message> self;
    private List<ActorRef<PekkoSmoker.Message>> smokers = List.of();
    private int round;

    private PekkoArbiter(Table table, ActorRef<Message> self) {
        this.table = table;
        this.self = self;
    }

    static Behavior<Message> arbiter(Table table) {
        return Behaviors.setup(context -> {
            PekkoArbiter arbiter = new PekkoArbiter(table, context.getSelf());
            return Behaviors.receiveMessage(arbiter::onMessage);
        });
    }

    private Behavior<Message> onMessage(Message message) {
        if (message instanceof Begin begin) {
            smokers = begin.smokers();
            round = 0;
            pick();
        } else {
            onStarted();
        }
        return Behaviors.same();
    }

    private void onStarted() {
        round++;
        if (round < table.rounds()) {
            pick();
        } else {
            smokers.forEach(smoker -> smoker.tell(new PekkoSmoker.Finish()));
        }
    }

    private void pick() {
        smokers.get(table.pick(round)).tell(new PekkoSmoker.Smoke(round, self));
    }

    /** What the arbiter hears. */
    sealed interface Message permits Begin, Started {}

    /** Starts a run. */
    record Begin(List<ActorRef<PekkoSmoker.Message>> smokers) implements Message {}

    /** The picked one has begun. */
    record Started() implements Message {}
}
