// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio.reactor;

import io.troupe.sp.transport.nio.frame.Advance;

/**
 * The threads and the memory that a pipe stays with.
 *
 * @param reactor waits for its channel
 * @param flusher writes what is held back too long
 * @param buffers lends memory to it
 * @param advance how much it takes for what is only announced
 */
public record Home(Reactor reactor, Flusher flusher, Buffers buffers, Advance advance) {}
