// SPDX-License-Identifier: Apache-2.0
/**
 * Pekko Artery over TCP, a peer.
 *
 * <pre>
 *   tell → window → EchoActor → acknowledgements → ReplyActor → window
 *   ask  → EchoActor → ReplyActor → Pending
 *   Artery, BufferSerializer: the set-up, also for others between processes
 * </pre>
 *
 * May import: remoting.stack, peer (settings all Pekko benchmarks share).
 */
package io.troupe.bench.remoting.pekko;
