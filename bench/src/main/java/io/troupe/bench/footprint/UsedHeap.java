// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.footprint;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;

/** The heap of this virtual machine. */
public final class UsedHeap {
    private UsedHeap() {}

    /** Bytes that are in use after several collections, the fewest of them. */
    public static long bytes() throws InterruptedException {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        long used = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            System.gc();
            Thread.sleep(200);
            used = Math.min(used, memory.getHeapMemoryUsage().getUsed());
        }
        return used;
    }
}
