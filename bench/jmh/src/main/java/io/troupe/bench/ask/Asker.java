// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.ask;

import io.troupe.core.actor.Actor;
import java.util.function.Consumer;

/** Asks, and asks again with each answer. */
class Asker extends Actor<Asker> {
    private final Answerer answerer;
    private final Series series;
    private final Consumer<Integer> onAnswer = this::answered;

    Asker(Answerer answerer, Series series) {
        this.answerer = answerer;
        this.series = series;
    }

    public void begin(int outstanding) {
        series.begin(outstanding, this::ask);
    }

    private void ask(int question) {
        answerer.ask(question).then(onAnswer);
    }

    private void answered(int answer) {
        if (series.more(answer)) {
            ask(series.next());
        }
    }
}
