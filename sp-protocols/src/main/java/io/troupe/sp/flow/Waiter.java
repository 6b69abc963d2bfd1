// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.flow;

import io.troupe.core.promise.CompletablePromise;
import io.troupe.sp.engine.Timers;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A thread or a promise in the line of {@link Waiters}. */
final class Waiter<A, T> extends AtomicInteger {
    private static final long serialVersionUID = 1L;
    /** In the line. */
    static final int WAITING = 0;
    /** Somebody tries for this promise right now. */
    static final int TRYING = 1;
    /** Its time is over, as soon as the attempt has ended without success. */
    static final int EXPIRED = 2;
    /** It has its result. */
    static final int DONE = 3;

    final transient A argument;
    final transient @Nullable Thread thread;
    final transient @Nullable CompletablePromise<T> promise;
    transient Timers.@Nullable Timeout timeout;

    Waiter(A argument, @Nullable Thread thread, @Nullable CompletablePromise<T> promise) {
        this.argument = argument;
        this.thread = thread;
        this.promise = promise;
    }
}
