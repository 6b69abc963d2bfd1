// SPDX-License-Identifier: Apache-2.0
/**
 * Results that may not be there yet.
 *
 * <pre>
 *   settle → listeners: ContinuationPromise (then, map …) → CallbackExecutor.run → continuation in its actor's turn
 *                       DefaultPromise (takes over) · Deadline · BlockedThread · Combinations · Observer (on the settling thread)
 *   Callback.item → CallbackExecutor.run → the action in its actor's turn, once per item
 * </pre>
 *
 * May import: io.troupe.core.error.
 */
package io.troupe.core.promise;
