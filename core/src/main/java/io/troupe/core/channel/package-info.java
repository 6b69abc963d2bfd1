// SPDX-License-Identifier: Apache-2.0
/**
 * Channels: typed queues between actors and threads, on which senders and receivers wait for each other without blocking.
 *
 * <pre>
 *   Channels → Channel = Sender + Receiver: send, receive, put, take, each, close · Select: one of several clauses
 * </pre>
 *
 * May import: io.troupe.core.continuation, promise, relay, error.
 */
@NullMarked
package io.troupe.core.channel;

import org.jspecify.annotations.NullMarked;
