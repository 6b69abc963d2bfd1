// SPDX-License-Identifier: Apache-2.0
/**
 * Pipes within a process.
 *
 * <pre>
 *   InprocPipe.offer → the other end's handler, on the sender's thread; a refused message waits in InprocQueue
 * </pre>
 *
 * May import: message, socket, transport.
 */
package io.troupe.sp.transport.inproc;
