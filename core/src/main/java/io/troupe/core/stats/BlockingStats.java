// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.stats;

/**
 * A snapshot of one pool for blocking work, racy while the pool works.
 *
 * @param name of the pool; "default" for work that names none
 * @param threads most pieces of work at a time; 0 where an executor of the user's decides
 * @param active pieces of work that run
 * @param capacity most pieces of work that wait; 0 where an executor of the user's decides
 * @param queued pieces of work that wait
 * @param completed pieces of work that have ended, by a result or a failure
 * @param rejected pieces of work for which there was no room
 */
public record BlockingStats(
        String name, int threads, int active, int capacity, int queued, long completed, long rejected) {}
