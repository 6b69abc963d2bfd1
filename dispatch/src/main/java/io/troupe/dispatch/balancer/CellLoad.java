// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

import io.troupe.dispatch.balance.Placement;

/**
 * One cell as the balancer sees it.
 *
 * @param cell which
 * @param home index of its worker
 * @param share of one worker's time that it used, averaged: arrival rate × service time
 * @param queuedNanos work in its mailbox: messages × service time
 * @param settled whether it may be moved: not moved a moment ago
 * @param placement what the user demands
 * @param <C> what is placed
 */
public record CellLoad<C>(C cell, int home, double share, double queuedNanos, boolean settled, Placement placement) {}
