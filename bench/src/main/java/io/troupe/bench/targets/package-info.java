// SPDX-License-Identifier: Apache-2.0
/**
 * Whether the targets of docs/targets.md are reached.
 *
 * <pre>
 *   docs/targets.md → Targets (Target: Relation) + Results → Judgement (Outcome, words)
 * </pre>
 *
 * <p>May import: results, harness.
 */
package io.troupe.bench.targets;
