// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.smokers;

import io.troupe.bench.harness.Parts;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** What {@link Smoker} does, in Pekko. */
final class PekkoSmoker {
    private final Table table;
    private final int number;
    private final Parts parts;
    private long smoked;

    private PekkoSmoker(Table table, int number, Parts parts) {
        this.table = table;
        this.number = number;
        this.parts = parts;
    }

    static Behavior<Message> smoker(Table table, int number, Parts parts) {
        return Behaviors.setup(context -> {
            PekkoSmoker smoker = new PekkoSmoker(table, number, parts);
            return Behaviors.receiveMessage(smoker::onMessage);
        });
    }

    private Behavior<Message> onMessage(Message message) {
        if (message instanceof Smoke smoke) {
            smoke.arbiter().tell(new PekkoArbiter.Started());
            smoked += table.smoke(number, smoke.round());
        } else {
            parts.complete(smoked);
            smoked = 0;
        }
        return Behaviors.same();
    }

    /** What a smoker hears. */
    sealed interface Message permits Smoke, Finish {}

    /** It is this smoker's turn. */
    record Smoke(int round, ActorRef<PekkoArbiter.Message> arbiter) implements Message {}

    /** The run is over. */
    record Finish() implements Message {}
}
