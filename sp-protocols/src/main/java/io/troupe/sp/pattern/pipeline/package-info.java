// SPDX-License-Identifier: Apache-2.0
/**
 * PUSH and PULL: each message to one of many.
 *
 * <pre>
 *   PUSH: send → Outlet → PushPattern (in turn) → one pipe ⇢ pipes → PullPattern → Inbox → receive
 * </pre>
 *
 * May import: base and what it imports, spread.
 */
package io.troupe.sp.pattern.pipeline;
