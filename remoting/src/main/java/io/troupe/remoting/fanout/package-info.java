// SPDX-License-Identifier: Apache-2.0
/**
 * One item to many: topics of this process, any number of subscribers here and in others, each with a queue and a policy of its own.
 *
 * <pre>
 *   publish → LocalTopic ─(nobody must be waited for)→ fan-out → TopicSubscriber → SubscriberQueue → OutCell → link
 *                      └(else)→ TopicQueue, which slows publishers down ↗ at the TopicRate of the slowest that may slow
 * </pre>
 *
 * May import: remoting.codec, remoting.outbound, remoting.pacing, remoting.session.stream, remoting.value, remoting.topic,
 * remoting.value.
 */
package io.troupe.remoting.fanout;
