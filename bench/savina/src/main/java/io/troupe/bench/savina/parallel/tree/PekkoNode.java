// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.tree;

import java.util.ArrayList;
import java.util.List;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.jspecify.annotations.Nullable;

/** What {@link Node} does, in Pekko. */
final class PekkoNode {
    private final Shape shape;
    private final long seed;
    private final ActorRef<? super Report> parent;
    private final ActorContext<Message> context;
    private final List<ActorRef<Message>> children;
    private @Nullable ActorRef<Message> sibling;
    private int nodes = 1;
    private int growing;
    private int visiting;
    private long sum;

    private PekkoNode(Shape shape, long seed, ActorRef<? super Report> parent, ActorContext<Message> context) {
        this.shape = shape;
        this.seed = seed;
        this.parent = parent;
        this.context = context;
        this.children = new ArrayList<>(shape.children(seed));
    }

    static Behavior<Message> node(Shape shape, long seed, ActorRef<? super Report> parent) {
        return Behaviors.setup(context -> {
            PekkoNode node = new PekkoNode(shape, seed, parent, context);
            return Behaviors.receiveMessage(node::onMessage);
        });
    }

    private Behavior<Message> onMessage(Message message) {
        if (message instanceof Grow) {
            grow();
        } else if (message instanceof Meet meet) {
            sibling = meet.next();
        } else if (message instanceof Grown grown) {
            onGrown(grown.nodes());
        } else if (message instanceof Visit) {
            visit();
        } else if (message instanceof Share share) {
            add(Shape.share(share.result()));
        } else if (message instanceof Total total) {
            add(total.sum());
        }
        return Behaviors.same();
    }

    private void grow() {
        int count = shape.children(seed);
        growing = count;
        visiting = count + (seed == Shape.ROOT ? 1 : 2);
        for (int i = 0; i < count; i++) {
            children.add(context.spawnAnonymous(node(shape, Shape.child(seed, i), context.getSelf())));
        }
        for (int i = 0; i < count; i++) {
            children.get(i).tell(new Meet(children.get((i + 1) % count)));
            children.get(i).tell(new Grow());
        }
        if (count == 0) {
            parent.tell(new Grown(nodes));
        }
    }

    private void onGrown(int more) {
        nodes += more;
        if (--growing == 0) {
            parent.tell(new Grown(nodes));
        }
    }

    private void visit() {
        visitChildren(true);
        visitChildren(false);
        long own = shape.visit(seed);
        if (sibling != null) {
            sibling.tell(new Share(own));
        }
        add(own);
    }

    private void visitChildren(boolean urgent) {
        for (int i = 0; i < children.size(); i++) {
            if (Shape.urgent(Shape.child(seed, i)) == urgent) {
                children.get(i).tell(new Visit());
            }
        }
    }

    private void add(long result) {
        sum += result;
        if (--visiting == 0) {
            parent.tell(new Total(sum));
        }
    }

    /** What a node hears. */
    sealed interface Message permits Grow, Meet, Visit, Share, Report {}

    /** Make your children. */
    record Grow() implements Message {}

    /** The next sibling. */
    record Meet(ActorRef<Message> next) implements Message {}

    /** Do your work. */
    record Visit() implements Message {}

    /** The result of the sibling before. */
    record Share(long result) implements Message {}

    /** What a node tells its parent. */
    sealed interface Report extends Message, PekkoGardener.Message permits Grown, Total {}

    /** A child's subtree has grown. */
    record Grown(int nodes) implements Report {}

    /** A child's subtree has been visited. */
    record Total(long sum) implements Report {}
}
