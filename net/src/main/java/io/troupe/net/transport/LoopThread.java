// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import io.netty.util.concurrent.FastThreadLocalThread;
import io.troupe.dispatch.cell.InlineRunner;
import io.troupe.dispatch.cell.InlineTurns;

/** Thread of an event loop: reads, writes, and runs short turns of actors whose workers sleep. */
final class LoopThread extends FastThreadLocalThread implements InlineRunner {
    private final InlineTurns turns = new InlineTurns();

    @SuppressWarnings("this-escape") // setDaemon is the thread's own and not overridden
    LoopThread(Runnable task, String name) {
        super(task, name);
        setDaemon(true);
    }

    @Override
    public InlineTurns inlineTurns() {
        return turns;
    }
}
