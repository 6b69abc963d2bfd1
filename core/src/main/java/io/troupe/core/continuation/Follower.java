// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import org.jspecify.annotations.Nullable;

/** Makes a promise settle like another one when the promise itself may be in other lists of listeners. */
final class Follower extends SettleListener {
    private final DefaultPromise<?> promise;

    Follower(DefaultPromise<?> promise) {
        this.promise = promise;
    }

    @Override
    @Nullable
    SettleListener onSettled(Object outcome) {
        return promise.adopt(outcome);
    }

    @Override
    DefaultPromise<?> following() {
        return promise;
    }
}
