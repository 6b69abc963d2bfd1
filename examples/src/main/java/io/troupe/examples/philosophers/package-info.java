// SPDX-License-Identifier: Apache-2.0
/**
 * The dining philosophers: nobody blocks, forks are promises.
 *
 * <pre>
 * PhilosophersCommand → Dinner → Reporter ──view──▶ Philosopher ──take, finish──▶ Table → Ring → Chair
 *          │                        └──────────────deadlocks──────────────────────▲
 *          ├─ Visit: the same, with a Table of another process; Guests get seats from it
 *          └─ TableServer: only the Table, and a Steward who tells how it is going
 * </pre>
 *
 * Imports {@code cli}.
 */
package io.troupe.examples.philosophers;
