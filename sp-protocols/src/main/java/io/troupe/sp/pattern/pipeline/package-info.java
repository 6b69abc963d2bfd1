// SPDX-License-Identifier: Apache-2.0
/**
 * PUSH and PULL: each message to one of many.
 *
 * <pre>
 *   PUSH: send → SendPort → PushPattern (in turn) → one pipe ⇢ pipes → PullPattern → ReceiveQueue → receive
 * </pre>
 *
 * May import: base and what it imports, spread.
 */
package io.troupe.sp.pattern.pipeline;
