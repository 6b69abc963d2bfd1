// SPDX-License-Identifier: Apache-2.0
/**
 * Guided A* search (Savina): the cheapest path through a three-dimensional grid. A worker searches from a node for a
 * limited number of steps and gives back what it has not looked at; the master hands that out again, the most promising
 * first, until nothing is left.
 *
 * <pre>
 *   Master (queue by estimate) → Worker → Master …
 *                                  ↓ lower the cost of a node
 *                                Costs, one table for all workers
 * </pre>
 *
 * The costs are shared, as they are in the paper; they are only ever lowered, atomically. Which worker finds what differs
 * from run to run, the cost of the cheapest path does not.
 */
package io.troupe.bench.savina.parallel.astar;
