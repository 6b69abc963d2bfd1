// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.dispatch.cell.Message;

/** An event of the system for one cell; travels in the callback queue and runs in the cell's turn. */
abstract class Signal extends Message {
    @Override
    public final void deliver(Object receiver) throws Throwable {
        run();
    }

    abstract void run() throws Throwable;

    /** True unless it runs code of the actor: that waits while the actor is paced. */
    @Override
    protected boolean isSystemEvent() {
        return true;
    }
}
