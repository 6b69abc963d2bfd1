// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

/** Tells a parent that a child has escalated its failure. */
final class ChildFailureSignal extends Signal {
    private final ActorCell parent;
    private final Throwable cause;

    ChildFailureSignal(ActorCell parent, Throwable cause) {
        this.parent = parent;
        this.cause = cause;
    }

    @Override
    void run() {
        parent.failed(cause);
    }
}
