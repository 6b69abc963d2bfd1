// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

/**
 * The threads and the memory that a pipe stays with.
 *
 * @param reactor waits for its channel
 * @param flusher writes what is held back too long
 * @param buffers lends memory to it
 * @param budget how much it takes for what is only announced
 */
record ReactorContext(Reactor reactor, Flusher flusher, BufferPool buffers, ReceiveBudget budget) {}
