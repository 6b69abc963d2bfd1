// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

/**
 * What one worker has done so far, as a racy snapshot: for monitoring, not for decisions.
 *
 * @param index in its dispatcher, from 0
 * @param turns run so far
 * @param steals times it took over cells of other workers
 * @param parks how often it went to sleep
 * @param queued cells waiting in its queue
 * @param parked whether it is asleep
 * @param running whether it has a thread, asleep or not
 * @param busyNanos time since its start in which it was not idle; searching for work for some microseconds counts as busy
 */
public record WorkerStats(
        int index, long turns, long steals, long parks, int queued, boolean parked, boolean running, long busyNanos) {}
