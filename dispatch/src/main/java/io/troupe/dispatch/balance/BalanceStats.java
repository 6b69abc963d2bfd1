// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balance;

/**
 * Counts what the balancer of an adaptive dispatcher has done so far.
 *
 * @param running workers that have a thread at present
 * @param starts of workers
 * @param stops of workers
 * @param shares times a backlog was opened to others
 * @param moves of actors
 * @param redirected actors that woke on a worker which was stopped or stuck, and went to another one
 */
public record BalanceStats(int running, long starts, long stops, long shares, long moves, long redirected) {
    /** Of a dispatcher that balances nothing. */
    public static final BalanceStats NONE = new BalanceStats(0, 0, 0, 0, 0, 0);
}
