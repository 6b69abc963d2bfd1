// SPDX-License-Identifier: Apache-2.0
/**
 * Pekko Artery over TCP, a peer.
 *
 * <pre>
 *   tell → window → EchoActor → acknowledgements → ReplyActor → window
 *   ask  → EchoActor → ReplyActor → Pending
 * </pre>
 *
 * May import: remoting.stack, peer (settings all Pekko benchmarks share).
 */
package io.troupe.bench.remoting.pekko;
