// SPDX-License-Identifier: Apache-2.0
/**
 * Rows that become calls: effects of updates, and reminders.
 *
 * <pre>
 *   commit → EffectCourier → one lane per sender and receiver → call with an id → GroupCommitter: row deleted
 *   clock  → ReminderCourier → call with an id, which deletes or moves the row itself
 * </pre>
 *
 * <p>Imports: activation, store.
 */
package io.troupe.cluster.delivery;
