// SPDX-License-Identifier: Apache-2.0
/**
 * Pi as a sum of slices: one job per slice, its result added to one accumulator. The arithmetic is the same everywhere, so
 * the difference to plain loops is the price of handing work over. One operation is the whole computation.
 */
package io.troupe.bench.pi;
