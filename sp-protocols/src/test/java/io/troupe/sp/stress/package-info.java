// SPDX-License-Identifier: Apache-2.0
/**
 * Sockets under random use, bursts and garbage.
 *
 * <pre>
 *   RandomLifeTest → Life → scenes of each protocol → Crowd (threads, watchdog), Styles (ways to call), Tally (what arrived)
 *                  → Residue (threads and files that are left)
 * </pre>
 *
 * May import: whatever is public.
 */
package io.troupe.sp.stress;
