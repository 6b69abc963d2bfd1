// SPDX-License-Identifier: Apache-2.0
/**
 * Bank transactions (Savina): a teller sends random transfers to the accounts they come from. An account passes the money
 * to the other one and waits for its answer; meanwhile it puts everything else aside.
 *
 * <pre>
 *   Teller → Account (waits) ⇄ Account, then → Teller; at the end each Account → Parts
 * </pre>
 *
 * Money goes to accounts with higher numbers only, so that two accounts never wait for each other. What is put aside is in
 * a plain queue in both versions: the stashes of both systems hand everything back at once, and all but one request of it
 * would be put aside again.
 */
package io.troupe.bench.savina.concurrency.bank;
