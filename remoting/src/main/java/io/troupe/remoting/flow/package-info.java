// SPDX-License-Identifier: Apache-2.0
/**
 * Reactive Streams over links: a publisher of one process, subscribers in others, as fast as they request.
 *
 * <pre>
 *   Flow.Publisher → FlowSender → StreamOut → link → FlowReceiver → Flow.Subscriber
 *        request(n) ←      Frame.Request       ←      request(n)
 * </pre>
 *
 * May import: remoting.codec, remoting.outbound, remoting.pacing, remoting.session.stream, remoting.value.
 */
package io.troupe.remoting.flow;
