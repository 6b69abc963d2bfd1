// SPDX-License-Identifier: Apache-2.0
/**
 * Simulated disks: what was not synced is lost when the machine crashes, and what sync has acknowledged never is.
 *
 * <pre>
 *   SimDisk (of one process) ──► agenda: disk n1→n1/@disk/log/wal #3 ──► DiskState: what programs read, and what is durable
 *                                                                          ▲
 *   SimDisks (of one machine) ── crash(DiskLoss) ──────────────────────────┘
 * </pre>
 *
 * <p>May import: {@code delay}.
 */
@NullMarked
package io.troupe.simulation.disk;

import org.jspecify.annotations.NullMarked;
