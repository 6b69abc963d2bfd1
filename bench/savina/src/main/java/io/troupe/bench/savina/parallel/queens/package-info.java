// SPDX-License-Identifier: Apache-2.0
/**
 * N queens, first solutions (Savina): workers set a queen in the next column in all ways that are possible, and give the
 * boards back to the master, until enough queens stand; from there a worker searches alone and sends each solution as it
 * finds it. The run ends with the first so many of them.
 *
 * <pre>
 *   Master (boards, fullest first) → Worker → Master: boards, solutions
 * </pre>
 *
 * Which solutions are the first differs from run to run; that all are different and right is checked.
 */
package io.troupe.bench.savina.parallel.queens;
