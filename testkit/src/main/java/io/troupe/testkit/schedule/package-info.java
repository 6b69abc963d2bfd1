// SPDX-License-Identifier: Apache-2.0
/**
 * Deterministic schedules: everything that may happen next in a simulated run is an event with a stable name, and a strategy
 * picks one. One thread runs all of it.
 */
@NullMarked
package io.troupe.testkit.schedule;

import org.jspecify.annotations.NullMarked;
