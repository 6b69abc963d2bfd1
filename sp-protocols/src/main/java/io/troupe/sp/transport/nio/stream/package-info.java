// SPDX-License-Identifier: Apache-2.0
/**
 * Pipes over connected channels.
 *
 * <pre>
 *   offer → PipeWriter (PipeSendQueue when busy) → WriteBacklog (WriteBatch) → channel
 *   poll, reactor → PipeReader → StreamDecoder → PipeHandler
 * </pre>
 *
 * May import: frame, reactor; transport and what it imports.
 */
package io.troupe.sp.transport.nio.stream;
