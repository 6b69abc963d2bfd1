// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.support;

import io.troupe.dispatch.cell.Message;
import java.util.function.Consumer;

/** A system event that does what the test says, in a turn of the cell it was signalled to. */
public final class Event extends Message {
    private final Consumer<ProbeCell> body;

    public Event(Consumer<ProbeCell> body) {
        this.body = body;
    }

    @Override
    public void deliver(Object receiver) {
        body.accept((ProbeCell) receiver);
    }

    @Override
    protected boolean isSystemEvent() {
        return true;
    }
}
