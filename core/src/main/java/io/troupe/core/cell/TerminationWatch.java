// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.Terminated;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.DefaultPromise;
import org.jspecify.annotations.Nullable;

/** The promise of the news that an actor has ended. The actor forgets it when it is cancelled. Any thread. */
final class TerminationWatch extends DefaultPromise<Terminated> {
    private final ActorCell target;

    /** Its place among the watchers of the target; guarded by that one's obligations. */
    NodeList.@Nullable Node<TerminationWatch> node;

    TerminationWatch(ActorCell target) {
        this.target = target;
    }

    void tell(Terminated end) {
        settleValue(end);
    }

    @Override
    protected void onAbandoned() {
        target.unwatched(this);
    }

    @Override
    protected CallbackExecutor outsideExecutor() {
        return target.outsideExecutor();
    }
}
