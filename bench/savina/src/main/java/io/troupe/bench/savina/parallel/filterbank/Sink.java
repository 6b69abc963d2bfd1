// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.filterbank;

import io.troupe.bench.harness.Completion;
import io.troupe.core.actor.Actor;

/** Takes the result. */
class Sink extends Actor<Samples> implements Samples {
    private final Completion completion;
    private long fingerprint;

    Sink(Completion completion) {
        this.completion = completion;
    }

    @Override
    public void sample(double value) {
        fingerprint = Bank.fingerprint(fingerprint, value);
    }

    @Override
    public void end() {
        long all = fingerprint;
        fingerprint = 0;
        completion.complete(all);
    }
}
