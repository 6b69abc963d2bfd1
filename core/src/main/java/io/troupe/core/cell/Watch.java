// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.Terminated;
import io.troupe.core.promise.CompletablePromise;

/** Somebody wants to know when the actor ends. */
final class Watch extends Signal {
    private final ActorCell cell;
    private final CompletablePromise<Terminated> watcher;

    Watch(ActorCell cell, CompletablePromise<Terminated> watcher) {
        this.cell = cell;
        this.watcher = watcher;
    }

    @Override
    void run() {
        if (cell.phase() == ActorLife.Phase.ENDED) {
            tooLate();
        } else {
            cell.extras().addWatcher(watcher);
        }
    }

    @Override
    void tooLate() {
        watcher.complete(cell.ended());
    }
}
