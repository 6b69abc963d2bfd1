// SPDX-License-Identifier: Apache-2.0
/**
 * RSocket (rsocket-java, Apache-2.0), a peer.
 *
 * <pre>
 *   tell → CreditedSource → requestChannel → Echo        ask → requestResponse → Echo
 * </pre>
 *
 * May import: remoting.stack.
 */
package io.troupe.bench.remoting.rsocket;
