// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.promise.CompletablePromise;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread or a promise in the line of {@link WaitQueue}; its number is its state. Threads are WAITING or WOKEN; promises are
 * WAITING, then TRYING and back, or EXPIRED, in the end DONE.
 */
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
    /** This thread may try: it has been told and has not looked since. */
    static final int WOKEN = 4;

    final transient A argument;
    final transient @Nullable Thread thread;
    final transient @Nullable CompletablePromise<T> promise;
    transient SocketTimers.@Nullable Timeout timeout;

    Waiter(A argument, @Nullable Thread thread, @Nullable CompletablePromise<T> promise) {
        this.argument = argument;
        this.thread = thread;
        this.promise = promise;
    }

    /**
     * Whether the thread has been told and has not looked since. To be asked right before it parks, without a lock in between:
     * who told it before has used up its permit perhaps, who tells it later gives a new one.
     */
    boolean isWoken() {
        return get() == WOKEN;
    }

    /** Lets the thread try; costs nothing while it has yet to look at what it was told before. */
    void wake() {
        if (thread != null && compareAndSet(WAITING, WOKEN)) {
            LockSupport.unpark(thread);
        }
    }
}
