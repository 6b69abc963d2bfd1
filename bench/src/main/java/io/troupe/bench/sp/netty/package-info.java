// SPDX-License-Identifier: Apache-2.0
/**
 * What a user of Netty would write: the wire format of SP, and nothing else of it.
 *
 * <pre>
 *   NettyStack → Wire (epoll, greeting, frames) → Writer (a queue, one writer) · Counter
 *                                               → Caller (the event loop asks again)
 * </pre>
 *
 * May import: sp.stack.
 */
package io.troupe.bench.sp.netty;
