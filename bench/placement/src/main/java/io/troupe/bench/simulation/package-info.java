// SPDX-License-Identifier: Apache-2.0
/**
 * A discrete-event model of workers, actors and messages that drives the balancer of the adaptive dispatcher itself, to see
 * how it decides with more workers than a machine has. What is modelled and what is not is told in docs/simulation.md.
 *
 * <pre>
 * Scenario → Machine (WorkerState, Agenda) ⇄ Scheduler → Tally → Comparison → Report
 * </pre>
 */
@NullMarked
package io.troupe.bench.simulation;

import org.jspecify.annotations.NullMarked;
