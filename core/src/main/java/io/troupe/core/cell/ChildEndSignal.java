// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

/** Tells a parent that a child has ended. */
final class ChildEndSignal extends Signal {
    private final ActorCell parent;

    ChildEndSignal(ActorCell parent) {
        this.parent = parent;
    }

    @Override
    void run() {
        parent.childEnded();
    }
}
