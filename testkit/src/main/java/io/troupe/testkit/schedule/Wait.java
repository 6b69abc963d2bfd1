// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

/**
 * An event that waited in a run although it was possible.
 *
 * @param departure its rank in that run
 * @param lane key of its lane
 * @param from when it became possible, in nanoseconds of the run
 * @param until when it happened; after the last event if it did not
 */
record Wait(Departure departure, long lane, long from, long until) {}
