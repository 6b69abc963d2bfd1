// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** How much asynchronous work the pumps of one {@link Reception} may have under way. In turns of its executor only. */
final class WorkLimit {
    private final int most;
    private int underWay;

    /** Pumps that go on when work has ended, first come first. */
    private final ArrayDeque<ElementPump<?>> parked = new ArrayDeque<>(1);

    WorkLimit(int most) {
        this.most = most;
    }

    /** Whether the pump may take an element. If not, {@link #end} returns it later. */
    boolean admits(ElementPump<?> pump) {
        if (underWay < most) {
            return true;
        }
        parked.add(pump);
        return false;
    }

    void begin() {
        underWay++;
    }

    /** A piece of work has ended. Returns the pump that goes on, or null. */
    @Nullable
    ElementPump<?> end() {
        underWay--;
        return parked.poll();
    }
}
