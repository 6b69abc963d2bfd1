// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport;

import io.troupe.sp.socket.DropReason;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts what a transport drops. */
public final class DropCounts implements DropListener {
    private final Map<DropReason, Long> counts = new ConcurrentHashMap<>();

    @Override
    public void dropped(DropReason reason, long messages) {
        if (messages > 0) {
            counts.merge(reason, messages, Long::sum);
        }
    }

    /** How many for this reason. */
    public long of(DropReason reason) {
        return counts.getOrDefault(reason, 0L);
    }

    /** All that were dropped; reasons that never happened are absent. */
    public Map<DropReason, Long> all() {
        return Map.copyOf(counts);
    }
}
