// SPDX-License-Identifier: Apache-2.0
/**
 * Work after a time without any: how long it takes until all workers are busy, and until the work is done. One operation is
 * a burst; the pause before it is not part of the time.
 */
package io.troupe.bench.burst;
