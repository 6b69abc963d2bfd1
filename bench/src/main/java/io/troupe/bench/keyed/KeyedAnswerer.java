// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.keyed;

import io.troupe.bench.ask.Series;
import io.troupe.cluster.actor.VirtualActor;
import io.troupe.core.promise.Promise;

/** Answers at once. */
public class KeyedAnswerer extends VirtualActor<KeyedAnswerer> {
    /** Made by the cluster. */
    public KeyedAnswerer() {}

    /** An answer. */
    public Promise<Integer> ask(int question) {
        return Promise.of(Series.answer(question));
    }
}
