// SPDX-License-Identifier: Apache-2.0
/**
 * Pipes over connected channels.
 *
 * <pre>
 *   offer → PipeWriter (SendQueue when busy) → Unwritten (Staging) → channel
 *   poll, reactor → PipeReader → FrameDecoder → PipeHandler
 * </pre>
 *
 * May import: frame, reactor; transport and what it imports.
 */
package io.troupe.sp.transport.nio.stream;
