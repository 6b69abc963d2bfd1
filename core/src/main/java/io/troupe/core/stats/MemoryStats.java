// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.stats;

import io.troupe.dispatch.mailbox.MemoryLevel;
import io.troupe.dispatch.mailbox.QueueMemory;
import java.util.List;

/**
 * A snapshot of the memory of all queues of a system. Racy while it runs.
 *
 * @param limit the budget: most bytes in use
 * @param used bytes that are granted to queues
 * @param peak most bytes in use so far
 * @param level how much of the budget is in use
 * @param refused how often something was refused for want of memory, since the start
 * @param largest the queues with the most bytes, the largest first
 */
public record MemoryStats(
        long limit, long used, long peak, MemoryLevel level, long refused, List<QueueMemory> largest) {}
