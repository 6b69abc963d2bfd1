// SPDX-License-Identifier: Apache-2.0
/**
 * What the reports of programs that start processes have in common.
 *
 * <pre>
 *   values of several rounds → Spread (median, lowest, highest)
 *   texts → Json
 * </pre>
 *
 * May import: nothing of this module.
 */
package io.troupe.bench.report;
