// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.Message;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A cell that is queued and never run; counts how often it was taken. */
final class StressNode extends Cell {
    private final AtomicInteger taken = new AtomicInteger();

    private StressNode() {
        super(cell -> {}, null);
    }

    static StressNode[] several(int count) {
        StressNode[] nodes = new StressNode[count];
        for (int i = 0; i < count; i++) {
            nodes[i] = new StressNode();
        }
        return nodes;
    }

    static void take(@Nullable Cell cell) {
        if (cell != null) {
            ((StressNode) cell).taken.incrementAndGet();
        }
    }

    static void drain(RunQueue queue) {
        for (Cell cell = queue.poll(); cell != null; cell = queue.poll()) {
            take(cell);
        }
    }

    int taken() {
        return taken.get();
    }

    @Override
    protected void deliver(Message message) {}

    @Override
    protected void undelivered(Message message) {}
}
