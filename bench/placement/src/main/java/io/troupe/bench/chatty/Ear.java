// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.chatty;

import io.troupe.bench.harness.Parts;

/** What a talker does with a word, whatever system it runs on. Counts how many words came from its own thread. */
final class Ear {
    /** Told about the words that were said to their end. */
    private final Parts parts;

    private final int group;
    private final int words;
    private long seed;
    private long heard;
    private long near;

    /**
     * For one talker.
     *
     * @param group size of its group
     * @param words length of a talk
     */
    Ear(Parts parts, int group, int words, long seed) {
        this.parts = parts;
        this.group = group;
        this.words = words;
        this.seed = seed;
    }

    /**
     * A word.
     *
     * @param left words of this talk after this one
     * @param from thread of the one who said it
     * @return member to talk to; -1 if the talk is over
     */
    int heard(int left, Thread from) {
        heard++;
        if (from == Thread.currentThread()) {
            near++;
        }
        if (left == 0) {
            parts.complete(words);
            return -1;
        }
        seed = seed * 6364136223846793005L + 1442695040888963407L;
        return (int) ((seed >>> 33) % group);
    }

    /** Words so far; read between batches. */
    long heard() {
        return heard;
    }

    /** Words from its own thread so far; read between batches. */
    long near() {
        return near;
    }
}
