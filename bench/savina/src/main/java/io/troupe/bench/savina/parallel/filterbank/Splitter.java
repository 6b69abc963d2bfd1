// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.filterbank;

import io.troupe.core.actor.Actor;
import java.util.List;

/** Sends the signal to all channels. */
class Splitter extends Actor<Samples> implements Samples {
    private final List<Samples> channels;

    Splitter(List<Samples> channels) {
        this.channels = channels;
    }

    @Override
    public void sample(double value) {
        channels.forEach(channel -> channel.sample(value));
    }

    @Override
    public void end() {
        channels.forEach(Samples::end);
    }
}
