// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.tree;

import io.troupe.bench.harness.Completion;
import io.troupe.core.actor.Actor;
import org.jspecify.annotations.Nullable;

/** Plants a tree and has it visited. A run ends when the tree has ended. */
class Gardener extends Actor<Gardener> implements Parent {
    private final Shape shape;
    private final Completion completion;
    private @Nullable Node root;
    private int nodes;

    Gardener(Shape shape, Completion completion) {
        this.shape = shape;
        this.completion = completion;
    }

    public void begin() {
        Gardener self = self();
        root = context().spawn(Node.class, () -> new Node(shape, Shape.ROOT, self));
        root.grow();
    }

    @Override
    public void grown(int count) {
        nodes = count;
        if (root != null) {
            root.visit();
        }
    }

    @Override
    public void total(long sum) {
        if (root != null) {
            context().watch(root).then(end -> completion.complete(Shape.report(nodes, sum)));
            context().stop(root);
        }
    }
}
