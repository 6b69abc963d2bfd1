// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.support;

import io.troupe.dispatch.cell.Message;
import java.util.function.Consumer;

/** A message that does what the test says, in a turn of the cell it was put to. */
public final class Task extends Message {
    private final Consumer<ProbeCell> body;

    public Task(Consumer<ProbeCell> body) {
        this.body = body;
    }

    @Override
    public void deliver(Object receiver) {
        body.accept((ProbeCell) receiver);
    }
}
