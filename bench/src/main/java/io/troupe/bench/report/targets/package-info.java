// SPDX-License-Identifier: Apache-2.0
/**
 * Whether the targets of docs/targets.md are reached.
 *
 * <pre>
 *   docs/targets.md → Targets (Target: Relation) + Results → Judgement (Outcome, words)
 * </pre>
 *
 * May import: report, report.model.
 */
package io.troupe.bench.report.targets;
