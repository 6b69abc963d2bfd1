// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.tree;

import io.troupe.core.actor.Actor;
import org.jspecify.annotations.Nullable;

/** A node of the tree. */
class Node extends Actor<Node> implements Parent {
    private final Shape shape;
    private final long seed;
    private final Parent parent;
    private final Node[] children;
    private @Nullable Node sibling;
    private int nodes = 1;
    private int growing;
    private int visiting;
    private long sum;

    Node(Shape shape, long seed, Parent parent) {
        this.shape = shape;
        this.seed = seed;
        this.parent = parent;
        this.children = new Node[shape.children(seed)];
    }

    public void grow() {
        growing = children.length;
        // results of the children, their own one, and that of a sibling, which only the root has not
        visiting = children.length + (seed == Shape.ROOT ? 1 : 2);
        Node self = self();
        for (int i = 0; i < children.length; i++) {
            long child = Shape.child(seed, i);
            children[i] = context().spawn(Node.class, () -> new Node(shape, child, self));
        }
        for (int i = 0; i < children.length; i++) {
            children[i].meet(children[(i + 1) % children.length]);
            children[i].grow();
        }
        if (children.length == 0) {
            parent.grown(nodes);
        }
    }

    public void meet(Node next) {
        sibling = next;
    }

    @Override
    public void grown(int more) {
        nodes += more;
        if (--growing == 0) {
            parent.grown(nodes);
        }
    }

    public void visit() {
        visitChildren(true);
        visitChildren(false);
        long own = shape.visit(seed);
        if (sibling != null) {
            sibling.share(own);
        }
        add(own);
    }

    public void share(long result) {
        add(Shape.share(result));
    }

    @Override
    public void total(long result) {
        add(result);
    }

    private void visitChildren(boolean urgent) {
        for (int i = 0; i < children.length; i++) {
            if (Shape.urgent(Shape.child(seed, i)) == urgent) {
                children[i].visit();
            }
        }
    }

    private void add(long result) {
        sum += result;
        if (--visiting == 0) {
            parent.total(sum);
        }
    }
}
