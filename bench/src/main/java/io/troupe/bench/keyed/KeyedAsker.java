// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.keyed;

import io.troupe.bench.ask.Series;
import io.troupe.core.actor.Actor;
import java.util.function.Consumer;

/** Asks, and asks again with each answer. */
public class KeyedAsker extends Actor<KeyedAsker> {
    private final KeyedAnswerer answerer;
    private final Series series;
    private final Consumer<Integer> onAnswer = this::answered;

    /** Asks one actor. */
    public KeyedAsker(KeyedAnswerer answerer, Series series) {
        this.answerer = answerer;
        this.series = series;
    }

    /** Begins a batch. */
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
