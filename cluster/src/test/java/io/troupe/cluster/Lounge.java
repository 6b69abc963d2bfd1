// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.actor.BestEffort;
import io.troupe.cluster.actor.VirtualActor;
import io.troupe.core.promise.Promise;

/** Would rather answer than be one. */
@BestEffort
public class Lounge extends VirtualActor<Lounge> {
    private int guests;

    public Promise<Integer> enter(String guest) {
        guests += guest.isEmpty() ? 0 : 1;
        return Promise.of(guests);
    }

    public Promise<Integer> guests() {
        return Promise.of(guests);
    }

    public Promise<Boolean> mayActAfter(Promise<String> signal) {
        return signal.map(any -> mayAct());
    }
}
