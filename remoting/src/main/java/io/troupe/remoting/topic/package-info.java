// SPDX-License-Identifier: Apache-2.0
/**
 * Publishing to many, as users see it: a topic, how it treats its subscribers, what has been going on.
 *
 * <pre>
 *   Topic → TopicConfig, TopicStats;  SlowConsumer: what becomes of subscribers that do not keep up
 * </pre>
 *
 * May import: no other package of the project but core's.
 */
package io.troupe.remoting.topic;
