// SPDX-License-Identifier: Apache-2.0
/**
 * How promises settle and where continuations run.
 *
 * <pre>
 *   settle → listeners: ContinuationPromise (then, map …) → CallbackExecutor.run → continuation in its actor's turn
 *                       DefaultPromise (takes over) · Deadline · BlockedThread · Combinations · Observer (on the settling thread)
 *   Callback.item → DefaultCallback → CallbackExecutor.run → the action in its actor's turn, once per item
 * </pre>
 *
 * May import: io.troupe.core.promise, of which it is the hidden half, and io.troupe.core.error.
 */
package io.troupe.core.continuation;
