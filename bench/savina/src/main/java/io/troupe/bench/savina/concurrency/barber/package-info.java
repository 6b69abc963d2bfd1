// SPDX-License-Identifier: Apache-2.0
/**
 * Sleeping barber (Savina): a factory sends customers into a waiting room with few chairs, one barber serves them. Who
 * finds no chair goes back to the factory, which sends him again at once.
 *
 * <pre>
 *   Factory → Customer → WaitingRoom ⇄ Barber → Customer → Factory
 *                ↑ full ─────┘
 * </pre>
 */
package io.troupe.bench.savina.concurrency.barber;
