// SPDX-License-Identifier: Apache-2.0
/**
 * What users say to the adaptive dispatcher and hear from it: settings, demands for places, decisions with their reasons, and
 * counters. What decides is io.troupe.dispatch.balancer.
 *
 * <pre>
 *   BalanceConfig, Placement → the balancer → Decision, BalanceStats
 * </pre>
 *
 * May import: nothing of this module.
 */
@NullMarked
package io.troupe.dispatch.balance;

import org.jspecify.annotations.NullMarked;
