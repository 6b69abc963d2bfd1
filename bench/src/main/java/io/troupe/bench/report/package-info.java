// SPDX-License-Identifier: Apache-2.0
/**
 * What reports have in common.
 *
 * <pre>
 *   values of several rounds → Spread (median, lowest, highest)
 *   numbers → Digits
 *   texts → Json, Markup (XML)
 * </pre>
 *
 * May import: nothing of this module.
 */
package io.troupe.bench.report;
