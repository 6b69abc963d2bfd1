// SPDX-License-Identifier: Apache-2.0
/**
 * The dining philosophers: nobody blocks, forks are promises.
 *
 * <pre>
 * PhilosophersCommand → Dinner → Reporter ──view──▶ Philosopher ──take, finish──▶ Table → Ring → Chair
 *          │                        └──────────────deadlocks──────────────────────▲
 *          ├─ Visit: the same, with a Table of another process; Guests get seats from it
 *          ├─ TableServer: only the Table, and a Steward who tells how it is going
 *          ├─ feast: dinner in several processes that may be killed
 *          └─ view: what the Reporter has seen, and how it is shown
 * </pre>
 *
 * May import: cli, philosophers.feast, philosophers.view.
 */
package io.troupe.examples.philosophers;
