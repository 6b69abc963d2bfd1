// SPDX-License-Identifier: Apache-2.0
/**
 * The folder of a run.
 *
 * <pre>
 *   Folder (raw files, written whole or not at all) ← RunRecord (run.json: what ran, how, and how it ended)
 * </pre>
 *
 * May import: run.plan.
 */
package io.troupe.bench.run.store;
