// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

/**
 * Counters of one worker as a racy snapshot: for monitoring, not for decisions. Counts never go back.
 *
 * @param index of the worker in its dispatcher, from 0
 * @param turns number of turns run so far
 * @param steals number of times it took over actors of other workers
 * @param parks number of times it went to sleep, also when something came in that moment
 * @param queued number of actors that wait in its queue now
 * @param parked whether it is asleep now
 * @param running whether it has a thread now, asleep or not; under a balancer only some workers do
 * @param busyNanos time since its start in which it was not idle, in nanoseconds; searching for work for some microseconds
 *     counts as busy
 */
public record WorkerStats(
        int index, long turns, long steals, long parks, int queued, boolean parked, boolean running, long busyNanos) {}
