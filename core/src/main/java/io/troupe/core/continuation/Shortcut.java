// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import org.jspecify.annotations.Nullable;

/**
 * Stands in a promise that waits for a second one and that only a third one waits for: the third now waits for the
 * second directly. So a loop of continuations, each waiting for the next, keeps none of the steps behind it. The promise
 * with the link looks its outcome up when it is asked, and still tells the third when it is settled by itself.
 */
final class Shortcut extends SettleListener {
    final DefaultPromise<?> awaited;
    private final DefaultPromise<?> follower;

    Shortcut(DefaultPromise<?> awaited, DefaultPromise<?> follower) {
        this.awaited = awaited;
        this.follower = follower;
    }

    @Override
    @Nullable
    SettleListener onSettled(Object outcome) {
        return follower.outcome() == null ? follower.adopt(outcome) : null; // usually it has been told directly
    }
}
