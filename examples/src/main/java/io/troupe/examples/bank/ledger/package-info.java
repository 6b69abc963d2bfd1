// SPDX-License-Identifier: Apache-2.0
/**
 * A bank whose money survives its process: transfers between durable accounts, while the process is killed again and again.
 *
 * <pre>
 *   BankCommand → LedgerRun  (one process)  → MemberProcess ⇄ lines ⇄ LedgerWorker → LedgerAccount
 *               → ClusterRun (several) → Crew →
 * </pre>
 *
 * May import: cli, cluster, members.
 */
package io.troupe.examples.bank.ledger;
