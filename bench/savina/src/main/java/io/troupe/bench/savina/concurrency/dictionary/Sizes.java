// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.dictionary;

/**
 * How much of everything.
 *
 * @param workers 1 or more
 * @param requests of each worker
 * @param writePercent 0 to 100, the others read
 * @param keys in the map from the start
 */
record Sizes(int workers, int requests, int writePercent, int keys) {
    /** Answers of all. */
    long answers() {
        return (long) workers * requests;
    }
}
