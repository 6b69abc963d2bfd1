// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.support.ProbeCell;
import io.troupe.dispatch.support.Task;

/** Cells that keep themselves busy until they are ended. */
final class ProbeCellLoop {
    private ProbeCellLoop() {}

    static void again(ProbeCell self) {
        self.offer(new Task(ProbeCellLoop::again));
    }

    static void signalAgain(ProbeCell self) {
        self.signal(new Task(ProbeCellLoop::signalAgain));
    }
}
