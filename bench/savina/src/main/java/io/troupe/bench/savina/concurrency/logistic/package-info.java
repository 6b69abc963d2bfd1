// SPDX-License-Identifier: Apache-2.0
/**
 * Logistic map series (Savina): a master tells each series how often to go on; a series has its next term computed by an
 * actor that knows the rate, and lets all else wait until it has it.
 *
 * <pre>
 *   Master → Series (waits) ⇄ RateComputer, at the end each Series → Parts
 * </pre>
 *
 * What waits are equal requests without content, so both versions count them instead of putting them aside.
 */
package io.troupe.bench.savina.concurrency.logistic;
