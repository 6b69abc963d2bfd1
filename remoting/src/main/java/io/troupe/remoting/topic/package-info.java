// SPDX-License-Identifier: Apache-2.0
/**
 * Publishing to many, as users see it: a topic, its policy for slow subscribers, its counters.
 *
 * <pre>
 *   Topic → TopicConfig, TopicStats;  SlowConsumer: the policy for subscribers that do not keep up
 * </pre>
 *
 * May import: no other package of the project but core's.
 */
package io.troupe.remoting.topic;
