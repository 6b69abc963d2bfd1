// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import org.jspecify.annotations.Nullable;

/** One task of an actor's executor view. */
final class ActorTask {
    final Runnable work;

    /** What belongs to the call that gave the task. */
    final @Nullable Object context;

    ActorTask(Runnable work, @Nullable Object context) {
        this.work = work;
        this.context = context;
    }
}
