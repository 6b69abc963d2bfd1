// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.link;

/**
 * The counters of one target of a link, on the side of the sender.
 *
 * @param target name or number of the target or stream
 * @param sent messages sent
 * @param queued messages that wait to be sent
 * @param paced how often the rate limit has put off sending
 * @param naks negative acknowledgements received: how often the receiver could not keep up
 * @param limit rate limit in bytes per second, counting 64 bytes per message besides those of its frame; infinite:
 *     there is none
 */
public record TargetStats(String target, long sent, long queued, long paced, long naks, double limit) {}
