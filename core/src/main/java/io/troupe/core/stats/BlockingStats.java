// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.stats;

/**
 * A snapshot of one pool for blocking work, part of {@link SystemStats}. Racy while the pool works.
 *
 * @param name of the pool; "default" for work that names none
 * @param threads most pieces of work at a time; 0 if an executor of the user sets the bound
 * @param active pieces of work that run
 * @param capacity most pieces of work that wait; 0 if an executor of the user sets the bound
 * @param queued pieces of work that wait
 * @param completed pieces of work that have ended since the start, by a result or a failure
 * @param rejected pieces of work since the start that found no room
 */
public record BlockingStats(
        String name, int threads, int active, int capacity, int queued, long completed, long rejected) {}
