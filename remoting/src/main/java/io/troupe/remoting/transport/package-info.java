// SPDX-License-Identifier: Apache-2.0
/**
 * Bytes between two processes: a supported port. Remoting comes with transports over Netty; {@code Remoting.on(system, config,
 * transport)} takes one of somebody else, such as a simulated network.
 *
 * <pre>
 *   Transport → connect, listen → Connection (write, flush, schedule)
 *                                 ConnectionListener (onOpen, onBytes, onWritable, onClose): always on the loop of the connection
 * </pre>
 *
 * Imports no other package of remoting.
 */
package io.troupe.remoting.transport;
