// SPDX-License-Identifier: Apache-2.0
/**
 * A bank whose money survives its process: transfers between durable accounts, while the process is killed again and again.
 *
 * <pre>
 *   BankCommand → LedgerRun  (one process)  → WorkerProcess ⇄ lines ⇄ LedgerWorker → LedgerAccount
 *               → ClusterRun (several)      →
 * </pre>
 */
package io.troupe.examples.bank.ledger;
