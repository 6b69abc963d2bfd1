// SPDX-License-Identifier: Apache-2.0
/**
 * Measures a worker by samples, without stopping it: the worker's thread writes, the balancer reads what it gets hold of.
 *
 * <pre>
 * worker → Gauge ┬ Stride      which turns and calls are looked at
 *                └ SampleRing  → SampleReader (the balancer)
 * </pre>
 *
 * May import: cell.
 */
@NullMarked
package io.troupe.dispatch.gauge;

import org.jspecify.annotations.NullMarked;
