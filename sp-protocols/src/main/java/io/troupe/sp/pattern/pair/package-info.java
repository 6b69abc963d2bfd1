// SPDX-License-Identifier: Apache-2.0
/**
 * PAIR: one to one; in version 1 with a count of hops, and with many peers by choice.
 *
 * <pre>
 *   send → SendPort → PairPattern  → the pipe                          → ReceiveQueue → receive
 *   send → SendPort → Pair1Pattern → PairPeers (OnePeer, ManyPeers) → pipe → ReceiveQueue → receive
 * </pre>
 *
 * May import: base and what it imports, spread.
 */
package io.troupe.sp.pattern.pair;
