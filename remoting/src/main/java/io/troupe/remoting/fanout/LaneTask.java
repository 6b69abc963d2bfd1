// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fanout;

import io.troupe.dispatch.cell.Message;

/** A piece of work for a lane. */
final class LaneTask extends Message {
    private final Runnable work;

    LaneTask(Runnable work) {
        this.work = work;
    }

    @Override
    public void deliver(Object receiver) {
        work.run();
    }
}
