// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.filterbank;

import io.troupe.core.actor.Actor;

/** A kernel as an actor. */
class Stage extends Actor<Samples> implements Samples {
    private final Kernel kernel;
    private final Samples next;

    Stage(Kernel kernel, Samples next) {
        this.kernel = kernel;
        this.next = next;
    }

    @Override
    public void sample(double value) {
        next.sample(kernel.apply(value));
    }

    @Override
    public void end() {
        kernel.reset();
        next.end();
    }
}
