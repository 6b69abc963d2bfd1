// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.dictionary;

import io.troupe.bench.harness.Parts;

/**
 * The requests of one worker, one after the other, the same ones in each run. Owned by the worker's turns. A value is
 * its key plus the number of the run that wrote it, so a read must find the value from the start, of the run before, or of
 * this one.
 */
final class Requests {
    private final Sizes sizes;
    private final Parts parts;
    private final int worker;
    private long seed;
    private int left;
    private int run;
    private int key;
    private boolean write;
    private long right;

    Requests(Sizes sizes, Parts parts, int worker) {
        this.sizes = sizes;
        this.parts = parts;
        this.worker = worker;
    }

    /** Begins a run with the first request. */
    void begin(int newRun) {
        run = newRun;
        seed = worker;
        left = sizes.requests();
        right = 0;
        draw();
    }

    /** Takes the answer to the current request and goes to the next one; after the last one the worker's part ends. */
    boolean next(int answer) {
        if (answer == value() || (!write && (answer == value() - 1 || answer == key))) {
            right++;
        }
        if (--left == 0) {
            parts.complete(right);
            return false;
        }
        draw();
        return true;
    }

    boolean write() {
        return write;
    }

    int key() {
        return key;
    }

    int value() {
        return key + run;
    }

    private void draw() {
        seed = seed * 6364136223846793005L + 1442695040888963407L;
        int random = (int) (seed >>> 33);
        key = random % sizes.keys();
        write = (random >>> 16) % 100 < sizes.writePercent();
    }
}
