// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.link;

/**
 * Counters of one target of a link, on the side of the sender.
 *
 * @param target name or number
 * @param sent messages
 * @param queued messages that wait to be sent
 * @param paced how often sending was put off by the rate limit
 * @param naks how often the receiver has complained
 * @param limit bytes per second, with 64 per message besides those of its frame; infinite: none
 */
public record TargetStats(String target, long sent, long queued, long paced, long naks, double limit) {}
