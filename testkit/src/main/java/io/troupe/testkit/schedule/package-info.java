// SPDX-License-Identifier: Apache-2.0
/**
 * Deterministic schedules: everything that may happen next in a simulated run is an event with a stable name, and a strategy
 * picks one. One thread runs all of it.
 *
 * <pre>
 *   actors, networks, disks → Agenda = Simulator: lanes of events → Chooser (one per Strategy) picks → turn, arrival, answer, time …
 *   actor system → SimulatedDispatcher → FlightMailbox (messages under way, one lane per sender)
 *   Schedules: many Simulators → ScheduleReport; a failing one → Shrinking (Departures) → words, ScheduleFile
 * </pre>
 *
 * May import: nothing of this module.
 */
@NullMarked
package io.troupe.testkit.schedule;

import org.jspecify.annotations.NullMarked;
