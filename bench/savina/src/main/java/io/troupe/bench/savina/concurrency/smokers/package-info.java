// SPDX-License-Identifier: Apache-2.0
/**
 * Cigarette smokers (Savina): an arbiter picks smokers at random, one after the other. A smoker says that he has begun,
 * which lets the arbiter pick the next one, and smokes. Little is queued, most actors sleep.
 *
 * <pre>
 *   Arbiter → Smoker (one of many) → Arbiter …, at the end each Smoker → Parts
 * </pre>
 */
package io.troupe.bench.savina.concurrency.smokers;
