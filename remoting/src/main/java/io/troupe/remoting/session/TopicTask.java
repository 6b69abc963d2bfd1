// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.dispatch.cell.Message;

/** A piece of work for a lane. */
final class TopicTask extends Message {
    private final Runnable work;

    TopicTask(Runnable work) {
        this.work = work;
    }

    @Override
    public void deliver(Object receiver) {
        work.run();
    }
}
