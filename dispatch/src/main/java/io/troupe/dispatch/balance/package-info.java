// SPDX-License-Identifier: Apache-2.0
/**
 * Which worker should run what: decided from measurements, without threads and without a clock of its own, so that tests and
 * the simulator drive the very code that runs in production.
 *
 * <pre>
 * samples → Census → Snapshot → Balancer → Decisions
 *                                  └ Layout (who is where) + Units (who stays together) → Search
 * </pre>
 *
 * Imports no other package of this module.
 */
@NullMarked
package io.troupe.dispatch.balance;

import org.jspecify.annotations.NullMarked;
