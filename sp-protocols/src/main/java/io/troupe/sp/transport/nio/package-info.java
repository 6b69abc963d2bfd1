// SPDX-License-Identifier: Apache-2.0
/**
 * The transports {@code tcp} and {@code ipc} on the JDK's channels.
 *
 * <pre>
 *   dial → NioConnector ┐
 *                     ├→ Handshake → stream.NioPipe → PipeAcceptor
 *   listen → NioListener┘
 * </pre>
 *
 * May import: frame, reactor, stream; transport and what it imports.
 */
package io.troupe.sp.transport.nio;
