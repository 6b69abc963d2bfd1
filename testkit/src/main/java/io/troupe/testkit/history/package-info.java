// SPDX-License-Identifier: Apache-2.0
/**
 * Histories of what clients did to a system, and checks whether a correct system may answer like that. Histories come
 * from simulated runs, from real ones, or from logs.
 *
 * <pre>
 *   History.of(client) → ClientHistory.invoke(call) → Invocation: ok · fail · info
 *     ├ HistoryLog: one line of JSON per event, written and read
 *     ├ Linearizability · SequentialConsistency (history, Model, SearchLimits) → OrderReport
 *     ├ SessionConsistency (history of Op, SessionGuarantee …)                 → AnomalyReport
 *     └ AppendConsistency (history of ListTransaction)                         → AnomalyReport
 *   HistoryAssert: the same as assertions
 * </pre>
 *
 * May import: nothing else of this module.
 */
@NullMarked
package io.troupe.testkit.history;

import org.jspecify.annotations.NullMarked;
