// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.tree;

import io.troupe.bench.harness.Completion;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.jspecify.annotations.Nullable;

/** What {@link Gardener} does, in Pekko. */
final class PekkoGardener {
    private final Shape shape;
    private final Completion completion;
    private final ActorContext<Message> context;
    private @Nullable ActorRef<PekkoNode.Message> root;
    private int nodes;

    private PekkoGardener(Shape shape, Completion completion, ActorContext<Message> context) {
        this.shape = shape;
        this.completion = completion;
        this.context = context;
    }

    static Behavior<Message> gardener(Shape shape, Completion completion) {
        return Behaviors.setup(context -> {
            PekkoGardener gardener = new PekkoGardener(shape, completion, context);
            return Behaviors.receiveMessage(gardener::onMessage);
        });
    }

    private Behavior<Message> onMessage(Message message) {
        if (message instanceof Begin) {
            root = context.spawnAnonymous(PekkoNode.node(shape, Shape.ROOT, context.getSelf()));
            root.tell(new PekkoNode.Grow());
        } else if (message instanceof PekkoNode.Grown grown && root != null) {
            nodes = grown.nodes();
            root.tell(new PekkoNode.Visit());
        } else if (message instanceof PekkoNode.Total total && root != null) {
            context.watchWith(root, new Ended(Shape.report(nodes, total.sum())));
            context.stop(root);
        } else if (message instanceof Ended ended) {
            completion.complete(ended.report());
        }
        return Behaviors.same();
    }

    /** What the gardener hears. */
    sealed interface Message permits Begin, Ended, PekkoNode.Report {}

    /** Starts a run. */
    record Begin() implements Message {}

    /** The tree has ended. */
    record Ended(long report) implements Message {}
}
