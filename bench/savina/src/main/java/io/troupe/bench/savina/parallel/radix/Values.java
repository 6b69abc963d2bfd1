// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.radix;

/** Whoever takes numbers. */
interface Values {
    void value(long value);
}
