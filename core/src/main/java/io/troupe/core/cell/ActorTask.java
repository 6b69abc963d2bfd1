// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.dispatch.cell.Message;

/** A task of an actor's executor view; waits in the mailbox like a message. */
final class ActorTask extends Message {
    private final Runnable task;

    ActorTask(Runnable task) {
        this.task = task;
    }

    @Override
    public void deliver(Object receiver) {
        task.run();
    }
}
