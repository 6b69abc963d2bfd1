// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import java.util.function.Consumer;

/** A step of an actor's life that is taken in its next turn. */
final class LifeStep extends Signal {
    private final ActorCell cell;
    private final Consumer<ActorCell> step;

    LifeStep(ActorCell cell, Consumer<ActorCell> step) {
        this.cell = cell;
        this.step = step;
    }

    @Override
    void run() {
        step.accept(cell);
    }
}
