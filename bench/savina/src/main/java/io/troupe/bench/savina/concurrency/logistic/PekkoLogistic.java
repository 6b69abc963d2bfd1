// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.logistic;

import java.util.List;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** What {@link Master} and {@link RateComputer} do, in Pekko. */
final class PekkoLogistic {
    private PekkoLogistic() {}

    static Behavior<Begin> master(Maps maps, List<ActorRef<PekkoSeries.Message>> all) {
        return Behaviors.receiveMessage(begin -> {
            for (int i = 0; i < maps.terms(); i++) {
                all.forEach(series -> series.tell(new PekkoSeries.Next()));
            }
            all.forEach(series -> series.tell(new PekkoSeries.Finish()));
            return Behaviors.same();
        });
    }

    static Behavior<Compute> computer(double rate) {
        return Behaviors.receiveMessage(compute -> {
            compute.replyTo().tell(new PekkoSeries.Computed(Maps.next(rate, compute.term())));
            return Behaviors.same();
        });
    }

    /** Starts a run. */
    record Begin() {}

    /** Asks a computer. */
    record Compute(double term, ActorRef<PekkoSeries.Message> replyTo) {}
}
