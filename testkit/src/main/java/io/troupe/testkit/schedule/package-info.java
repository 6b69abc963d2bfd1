// SPDX-License-Identifier: Apache-2.0
/**
 * Deterministic schedules: everything that may happen next in a simulated run is an event with a stable name, and a strategy
 * picks one. One thread runs all of it.
 *
 * <pre>
 *   Simulator, the façade of a run = Agenda for networks, disks, faults
 *     RunLoop: PossibleLanes (Chooser, one per Strategy; LaneGate; pauses) → picks a Lane → Moment: turn, arrival, answer, time …
 *     where lanes come from:   SimulatedCells → FlightMailbox (messages under way, one lane per sender); ActionLanes
 *     what else there is:      SimulatedTime (the clock), RunLog (numbers, hash, Recording), ProgressWatch, DriverThread
 *   actor system → SimulatedDispatcher → SimulatedCells
 *   Schedules: many Simulators → ScheduleReport; a failing one → Shrinking (Departures) → words, ScheduleFile
 * </pre>
 *
 * May import: nothing of this module.
 */
@NullMarked
package io.troupe.testkit.schedule;

import org.jspecify.annotations.NullMarked;
