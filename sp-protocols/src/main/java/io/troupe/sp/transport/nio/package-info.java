// SPDX-License-Identifier: Apache-2.0
/**
 * The transports {@code tcp} and {@code ipc} on the JDK's channels.
 *
 * <pre>
 *   dial   → NioConnector ┐
 *                         ├→ Handshake → NioPipe → PipeAcceptor
 *   listen → NioListener  ┘
 *
 *   NioPipe.offer         → PipeWriter (direct, or backlog: PipeSendQueue) → WriteBatch → channel
 *   NioPipe.poll, Reactor → PipeReader → StreamDecoder → PipeHandler
 *
 *   Reactor (selector, tasks, ReactorDeadlines) → SelectionHandler.onReady; each millisecond: PipeReader.stillPolled
 *   Flusher → PipeWriter.tick
 * </pre>
 *
 * May import: message, socket, transport.
 */
package io.troupe.sp.transport.nio;
