// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster.stack;

import java.time.Duration;

/**
 * Where a process joins, and as what.
 *
 * @param store the database of all
 * @param seed address of a member that is there; empty for the first
 * @param hosting whether it may run actors
 * @param deadline of calls
 */
public record Site(Store store, String seed, boolean hosting, Duration deadline) {}
