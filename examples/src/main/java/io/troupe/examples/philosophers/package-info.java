// SPDX-License-Identifier: Apache-2.0
/**
 * The dining philosophers: nobody blocks, forks are promises.
 *
 * <pre>
 * PhilosophersCommand → Dinner → Reporter ──view──▶ Philosopher ──take, put──▶ Table
 *                                   └──────────────deadlocks─────────────────────▲
 * </pre>
 *
 * Imports {@code cli}.
 */
package io.troupe.examples.philosophers;
