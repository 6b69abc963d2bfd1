// SPDX-License-Identifier: Apache-2.0
/**
 * Channels between actors and between threads, beside the queues of the JDK: hand-over, buffers, several senders, selects. What the
 * program in {@code channels} measures beside other languages is the same work, a {@link io.troupe.bench.channel.ChannelWork}.
 */
package io.troupe.bench.channel;
