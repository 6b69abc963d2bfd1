// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.spawn;

import io.troupe.bench.harness.Batch;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** What {@link Nursery} does, in Pekko. */
final class PekkoNursery {
    private PekkoNursery() {}

    static Behavior<Hatch> nursery(Arrivals arrivals) {
        return Behaviors.setup(context -> Behaviors.receiveMessage(hatch -> {
            hatch(hatch.left(), context, arrivals);
            return Behaviors.same();
        }));
    }

    private static void hatch(int left, ActorContext<Hatch> context, Arrivals arrivals) {
        for (int i = Math.min(left, Batch.CHUNK); i > 0; i--) {
            context.spawnAnonymous(newborn(arrivals)).tell(new Hello());
        }
        if (left > Batch.CHUNK) {
            context.getSelf().tell(new Hatch(left - Batch.CHUNK));
        }
    }

    private static Behavior<Hello> newborn(Arrivals arrivals) {
        return Behaviors.receiveMessage(hello -> {
            arrivals.arrived();
            return Behaviors.same();
        });
    }

    /** Spawns so many. */
    record Hatch(int left) {}

    /** The first message. */
    record Hello() {}
}
