// SPDX-License-Identifier: Apache-2.0
/**
 * What Troupe is measured against, each set up as its own documentation recommends.
 *
 * <pre>
 *   Benchmark → Peers (states) → Peer.spawn(Behavior) → Recipient.tell
 * </pre>
 *
 * May import: io.troupe.bench.harness.
 */
package io.troupe.bench.peer;
