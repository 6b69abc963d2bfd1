// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.route;

import io.troupe.core.message.AskMessage;
import io.troupe.dispatch.mailbox.MemoryBudget;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one key that wait, in the order of their numbers. Their bytes count in the memory of the process as long as they are
 * here. Guarded by the outlet of the key.
 */
final class WaitingCalls {
    /** Calls of a key that may wait. */
    static final int MOST = 1024;

    private final PriorityQueue<RoutedCall> line =
            new PriorityQueue<>(Comparator.comparingLong((RoutedCall each) -> each.number));
    private final MemoryBudget memory;
    private final ToIntFunction<AskMessage<?>> weigher;

    /**
     * None waits.
     *
     * @param memory bytes of calls that wait, of all keys
     * @param weigher bytes of a call
     */
    WaitingCalls(MemoryBudget memory, ToIntFunction<AskMessage<?>> weigher) {
        this.memory = memory;
        this.weigher = weigher;
    }

    /** Whether another call may wait; one that was sent and has come back is not refused any more. */
    boolean hasRoom(RoutedCall call) {
        return line.size() < MOST && memory.free() >= weight(call);
    }

    private int weight(RoutedCall call) {
        if (call.weight == 0) {
            call.weight = weigher.applyAsInt(call.original);
        }
        return call.weight;
    }

    /** A call waits, before all with larger numbers. */
    void add(RoutedCall call) {
        line.add(call);
        memory.reserve(weight(call));
    }

    /** The first call whose sender has not given up; null: none waits. */
    @Nullable
    RoutedCall first() {
        RoutedCall first = line.peek();
        while (first != null && first.original.isSettled()) {
            remove(first);
            first = line.peek();
        }
        return first;
    }

    /** A call does not wait any more, if it has. */
    void remove(RoutedCall call) {
        if (line.remove(call)) {
            memory.release(call.weight);
        }
    }

    int size() {
        return line.size();
    }
}
