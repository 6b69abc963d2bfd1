// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

/** Tells a parent that a child has ended. */
final class ChildEnded extends Signal {
    private final ActorCell parent;
    private final ActorCell child;

    ChildEnded(ActorCell parent, ActorCell child) {
        this.parent = parent;
        this.child = child;
    }

    @Override
    void run() {
        parent.childEnded(child, child.options().name());
    }
}
