// SPDX-License-Identifier: Apache-2.0
/**
 * PUB and SUB: one to many, filtered by those who receive.
 *
 * <pre>
 *   PUB: send → Broadcast → pipes ⇢ pipes → SubPattern ─┬→ SubscriberContext (prefixes, queue) → receive
 *                                                    └→ SubscriberContext (a context's)     → receive
 * </pre>
 *
 * May import: base and what it imports, spread.
 */
package io.troupe.sp.pattern.publish;
