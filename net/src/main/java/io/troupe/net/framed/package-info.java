// SPDX-License-Identifier: Apache-2.0
/**
 * Frames between processes: four bytes of length, big-endian, then so many bytes. A supported port for protocols of one's own,
 * over any {@link io.troupe.net.transport.Transport}.
 *
 * <pre>
 *   FramedTransport → connect, listen → FramedConnection   send (any thread, bounded), reading on and off, close
 *                                       FrameHandler       onOpen, onPart, onFrame, onWritable, onSent, onInputEnd, onClose: on its loop
 * </pre>
 *
 * Both directions are bounded. Outgoing: {@code send} says FULL, and onWritable follows. Many connections can share memory, for
 * what has not left is counted, and onSent tells when it has become little. Incoming: a handler that cannot keep up stops
 * reading, and the other side is slowed down by the network. So a handler hands a frame to an actor, stops reading when that has
 * enough, and lets the actor go on reading. It is asked before a long frame is collected, so there, too, many connections can
 * share memory.
 *
 * <p>May import: net.transport.
 */
package io.troupe.net.framed;
