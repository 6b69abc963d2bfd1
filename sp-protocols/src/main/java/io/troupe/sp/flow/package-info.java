// SPDX-License-Identifier: Apache-2.0
/**
 * Waiting for room and for messages: by threads that poll, then sleep, and by promises.
 *
 * <pre>
 *   receive → ReceiveQueue → WaitQueue → TryFunction (poll the queue)      ← ReceiveQueue.put ← pipe
 *   send → SendPort → WaitQueue → TryFunction (offer to a pipe)       ← signal ← PipeHandler.onWritable
 * </pre>
 *
 * May import: core's promises, engine, error, message, option, pipe, protocol, socket, stats.
 */
package io.troupe.sp.flow;
