// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import org.jspecify.annotations.Nullable;

/**
 * The failure of a promise that nobody listened to when it failed. Whether somebody does so a moment later is known
 * later only; until then this is kept, see {@link CallbackExecutor#unhandled}. Any thread.
 */
public final class UnhandledFailure {
    private final DefaultPromise<?> promise;
    private final Object outcome;

    UnhandledFailure(DefaultPromise<?> promise, Object outcome) {
        this.promise = promise;
        this.outcome = outcome;
    }

    /** Whether somebody has registered a continuation, has waited or has asked for the outcome since the failure. */
    public boolean isSeen() {
        return OutcomeCodec.isSeen(outcome);
    }

    /** Why the promise failed. */
    public Throwable cause() {
        return OutcomeCodec.requireCause(outcome);
    }

    /** Target and method if the promise is an ask; null for the promise of a continuation. */
    public @Nullable String call() {
        return promise.call();
    }
}
