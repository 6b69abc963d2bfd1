// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.logistic;

import io.troupe.bench.harness.Parts;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/**
 * What {@link Series} does, in Pekko: with an address for the reply instead of its ask, which needs a timeout and is much
 * slower (see {@code ask.AskBenchmark}).
 */
final class PekkoSeries {
    private final ActorRef<PekkoLogistic.Compute> computer;
    private final double start;
    private final Parts parts;
    private final ActorRef<Message> self;
    private double term;
    private int requests;
    private boolean waiting;
    private boolean finishing;

    private PekkoSeries(ActorRef<PekkoLogistic.Compute> computer, double start, Parts parts, ActorRef<Message> self) {
        this.computer = computer;
        this.start = start;
        this.parts = parts;
        this.self = self;
        this.term = start;
    }

    static Behavior<Message> series(ActorRef<PekkoLogistic.Compute> computer, double start, Parts parts) {
        return Behaviors.setup(context -> {
            PekkoSeries series = new PekkoSeries(computer, start, parts, context.getSelf());
            return Behaviors.receiveMessage(series::onMessage);
        });
    }

    private Behavior<Message> onMessage(Message message) {
        if (message instanceof Next) {
            requests++;
        } else if (message instanceof Computed computed) {
            term = computed.term();
            waiting = false;
        } else {
            finishing = true;
        }
        if (!waiting) {
            goOn();
        }
        return Behaviors.same();
    }

    private void goOn() {
        if (requests > 0) {
            requests--;
            waiting = true;
            computer.tell(new PekkoLogistic.Compute(term, self));
        } else if (finishing) {
            finishing = false;
            double last = term;
            term = start;
            parts.complete(Maps.report(last));
        }
    }

    /** What a series hears. */
    sealed interface Message permits Next, Computed, Finish {}

    /** One term more. */
    record Next() implements Message {}

    /** The computer's answer. */
    record Computed(double term) implements Message {}

    /** No more terms. */
    record Finish() implements Message {}
}
