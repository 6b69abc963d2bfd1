// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.owner;

import io.troupe.core.actor.Actor;

/** Sends itself its messages, or lets a driver do that. */
class Owner extends Actor<Owner> {
    private final Job job;

    Owner(Job job) {
        this.job = job;
    }

    public void next() {
        if (job.handle()) {
            self().next();
        }
    }

    public void serve(Driver driver, int index) {
        if (job.handle()) {
            driver.served(index);
        }
    }
}
