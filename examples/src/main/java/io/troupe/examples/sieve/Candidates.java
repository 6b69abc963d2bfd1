// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sieve;

import io.troupe.core.actor.Actor;
import io.troupe.core.channel.Sender;
import io.troupe.core.promise.Promise;

/** Sends all numbers from 2 on, as fast as they are received. */
public class Candidates extends Actor<Candidates> {
    private static final int MOST_AT_ONCE = 64;

    private final Sender<Integer> to;
    private int next = 2;

    Candidates(Sender<Integer> to) {
        this.to = to;
    }

    @Override
    protected Promise<?> onStart() {
        feed();
        return Promise.done();
    }

    /** Sends some numbers, and goes on later. */
    public void feed() {
        for (int i = 0; i < MOST_AT_ONCE; i++) {
            Promise<Void> sent = to.send(next++);
            if (!sent.isFulfilled()) {
                sent.then(done -> feed());
                return;
            }
        }
        self().feed();
    }
}
