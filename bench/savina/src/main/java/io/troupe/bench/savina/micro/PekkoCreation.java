// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.micro;

import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.Parts;
import io.troupe.bench.savina.support.Work;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** What {@link Creation} does, in Pekko. */
final class PekkoCreation {
    private PekkoCreation() {}

    static Behavior<Create> parent(Parts parts) {
        return Behaviors.setup(context -> Behaviors.receiveMessage(create -> {
            create(create.left(), context, parts);
            return Behaviors.same();
        }));
    }

    private static void create(int left, ActorContext<Create> context, Parts parts) {
        int rest = Math.max(0, left - Batch.CHUNK);
        for (int number = left; number > rest; number--) {
            context.spawnAnonymous(child(parts)).tell(new Compute(number));
        }
        if (rest > 0) {
            context.getSelf().tell(new Create(rest));
        }
    }

    private static Behavior<Compute> child(Parts parts) {
        return Behaviors.receiveMessage(compute -> {
            long result = Work.of(compute.number(), 1);
            return Behaviors.stopped(() -> parts.complete(result));
        });
    }

    /** Creates so many. */
    record Create(int left) {}

    /** The only message of a child. */
    record Compute(int number) {}
}
