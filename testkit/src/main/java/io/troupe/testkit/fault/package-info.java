// SPDX-License-Identifier: Apache-2.0
/**
 * Failures, delays and losses on purpose.
 *
 * <pre>
 *   Faults.wrap(reference) → FaultOutlet → first Rule that applies → the call, a substitute, or the call later
 * </pre>
 *
 * May import: nothing of this module.
 */
package io.troupe.testkit.fault;
