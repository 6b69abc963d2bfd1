// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.ask;

import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.Completion;
import java.util.function.IntConsumer;

/**
 * The questions of one asker, and the sum of the answers. Owned by the asker's turns. Questions and answers are small
 * numbers, which box without allocation, so that bytes per ask are the framework's own.
 */
public final class Series {
    private static final int MASK = 63;
    private final Completion completion;
    private int asked;
    private int answered;
    private long sum;

    /** For batches that this tells the end of. */
    public Series(Completion completion) {
        this.completion = completion;
    }

    /** What every answerer does. */
    public static int answer(int question) {
        return question + 1;
    }

    /** What the answers of a batch add up to. */
    public static long expected() {
        long sum = 0;
        for (int i = 0; i < Batch.MESSAGES; i++) {
            sum += answer(i & MASK);
        }
        return sum;
    }

    /** Asks the first questions of a batch. */
    public void begin(int outstanding, IntConsumer ask) {
        for (int i = 0; i < outstanding; i++) {
            ask.accept(asked++ & MASK);
        }
    }

    /** Counts an answer; says whether there is another question. */
    public boolean more(int answer) {
        sum += answer;
        if (++answered == Batch.MESSAGES) {
            long total = sum;
            asked = 0;
            answered = 0;
            sum = 0;
            completion.complete(total);
            return false;
        }
        return asked < Batch.MESSAGES;
    }

    /** The next question. */
    public int next() {
        return asked++ & MASK;
    }
}
