// SPDX-License-Identifier: Apache-2.0
/**
 * The adaptive dispatcher as its users see it: settings, demands for places, decisions with their reasons, and counters. The
 * decisions are made in io.troupe.dispatch.balancer.
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
