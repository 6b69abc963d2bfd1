// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.ask;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;

/** Answers at once. */
class Answerer extends Actor<Answerer> {
    Answerer() {}

    public Promise<Integer> ask(int question) {
        return Promise.of(Series.answer(question));
    }
}
