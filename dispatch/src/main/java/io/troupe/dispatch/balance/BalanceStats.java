// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balance;

/**
 * Counters of the balancer of an adaptive dispatcher as a racy snapshot. Counts never go back.
 *
 * @param running number of workers that have a thread at present
 * @param starts number of workers started by a decision; the first worker does not count
 * @param stops number of workers given up
 * @param shares number of times the backlog of a worker was opened to others
 * @param moves number of actors that got another home
 * @param redirected number of actors that woke on a worker which was stopped or stuck, and went to another one
 */
public record BalanceStats(int running, long starts, long stops, long shares, long moves, long redirected) {
    /** The counters of a dispatcher without a balancer: all zero. */
    public static final BalanceStats NONE = new BalanceStats(0, 0, 0, 0, 0, 0);
}
