// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.error;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Says that the deadline of a call has passed, or that a thread has waited for too long. The message says where the call
 * was: queued, running, or waiting for another call, and what that call waits for in turn. {@link #maybeExecuted} tells
 * whether it is safe to call again.
 */
public final class CallTimeoutException extends ActorException {
    private static final long serialVersionUID = 1L;

    private final @Nullable String target;
    private final @Nullable String method;
    private final @Nullable Duration limit;
    private final boolean maybeExecuted;

    /**
     * Makes an exception with all facts; the library does.
     *
     * @param message the broken rule, then name=value for each fact
     * @param target address of the actor that was called; null: not known
     * @param method class and signature of the method; null: not known
     * @param limit the time that the call had; null: not known
     * @param maybeExecuted false if the method has certainly not been called and will not be
     * @param trace whether to record the stack of the calling thread
     */
    public CallTimeoutException(
            String message,
            @Nullable String target,
            @Nullable String method,
            @Nullable Duration limit,
            boolean maybeExecuted,
            boolean trace) {
        super(message, null, trace);
        this.target = target;
        this.method = method;
        this.limit = limit;
        this.maybeExecuted = maybeExecuted;
    }

    /**
     * Makes an exception with a cause and without facts: the call may have been executed.
     *
     * @param message the broken rule, then name=value for each fact
     * @param cause the failure that led to this one; null: none
     */
    public CallTimeoutException(String message, @Nullable Throwable cause) {
        super(message, cause);
        this.target = null;
        this.method = null;
        this.limit = null;
        this.maybeExecuted = true;
    }

    /**
     * Makes an exception without a cause and facts: the call may have been executed.
     *
     * @param message the broken rule, then name=value for each fact
     */
    public CallTimeoutException(String message) {
        this(message, null);
    }

    /** {@return the address of the actor that was called; null if it is not known, or the promise was not that of a call} */
    public @Nullable String target() {
        return target;
    }

    /** {@return the method that was called, as in {@code Counter.add(int)}; null if it is not known, like the target} */
    public @Nullable String method() {
        return method;
    }

    /** {@return the time that the call had, or that the thread has waited; null if it is not known} */
    public @Nullable Duration limit() {
        return limit;
    }

    /**
     * {@return whether the method may have been called, or may still be} It is false only if the method certainly was not
     * called and will not be; then the call can be repeated without being executed twice.
     */
    public boolean maybeExecuted() {
        return maybeExecuted;
    }
}
