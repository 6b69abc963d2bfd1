// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.filterbank;

/** Whoever takes a signal. */
interface Samples {
    void sample(double value);

    /** The signal is over. */
    void end();
}
