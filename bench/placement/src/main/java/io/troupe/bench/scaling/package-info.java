// SPDX-License-Identifier: Apache-2.0
/**
 * What it costs that a dispatcher finds out by itself how many workers a job deserves: Pi with one to many workers, slicers
 * assigned by hand, and left to the dispatcher. One operation is the whole computation.
 */
package io.troupe.bench.scaling;
