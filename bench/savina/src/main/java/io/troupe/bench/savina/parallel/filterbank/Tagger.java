// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.filterbank;

import io.troupe.core.actor.Actor;

/** The end of a channel: says which one it is. */
class Tagger extends Actor<Samples> implements Samples {
    private final int channel;
    private final Integrator integrator;

    Tagger(int channel, Integrator integrator) {
        this.channel = channel;
        this.integrator = integrator;
    }

    @Override
    public void sample(double value) {
        integrator.sample(channel, value);
    }

    @Override
    public void end() {
        integrator.end();
    }
}
