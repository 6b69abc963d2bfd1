// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import java.util.concurrent.atomic.AtomicInteger;

/** Exposed with {@code balance} only: whoever gets at the rest has broken in. */
public class Vault extends Actor<Vault> {
    private final AtomicInteger thefts;

    Vault(AtomicInteger thefts) {
        this.thefts = thefts;
    }

    public Promise<Integer> balance() {
        return Promise.of(100);
    }

    public void take(int amount) {
        thefts.incrementAndGet();
    }

    public Promise<Integer> empty() {
        return Promise.of(thefts.incrementAndGet());
    }
}
