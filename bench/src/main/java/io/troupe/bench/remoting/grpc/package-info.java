// SPDX-License-Identifier: Apache-2.0
/**
 * gRPC (grpc-java, Apache-2.0) with its own shaded Netty, a peer.
 *
 * <pre>
 *   tell → ReadyGate → stream "tell" → Echo        ask → stream "ask" → Echo → answers in order
 * </pre>
 *
 * May import: remoting.stack.
 */
package io.troupe.bench.remoting.grpc;
