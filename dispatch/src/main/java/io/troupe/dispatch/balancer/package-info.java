// SPDX-License-Identifier: Apache-2.0
/**
 * Which worker should run what: decided from measurements, without threads and without a clock of its own, so that tests and
 * the simulator drive the very code that runs in production.
 *
 * <pre>
 * samples → LoadTable → LoadSnapshot → Balancer → Decisions
 *                                         └ CellLayout (who is where) + MoveGroups (who stays together) → MoveSearch
 * </pre>
 *
 * May import: io.troupe.dispatch.balance.
 */
@NullMarked
package io.troupe.dispatch.balancer;

import org.jspecify.annotations.NullMarked;
