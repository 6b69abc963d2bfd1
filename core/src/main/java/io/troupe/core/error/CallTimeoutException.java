// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.error;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The deadline of a call has passed. The message says where the call was: queued, running, or waiting for another call,
 * and for what that one waits in turn.
 */
public final class CallTimeoutException extends ActorException {
    private static final long serialVersionUID = 1L;

    private final @Nullable String target;
    private final @Nullable String method;
    private final @Nullable Duration limit;
    private final boolean maybeExecuted;

    /**
     * With all facts.
     *
     * @param message rule broken, then name=value for each fact
     * @param target address of the actor that was called, or null
     * @param method that was called, or null
     * @param limit the time the call had, or null
     * @param maybeExecuted false if the method has certainly not been called and will not be
     * @param trace whether the stack of the creating thread says something
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
     * With a cause, without facts.
     *
     * @param message rule broken, then name=value for each fact
     * @param cause what led to it, or null
     */
    public CallTimeoutException(String message, @Nullable Throwable cause) {
        super(message, cause);
        this.target = null;
        this.method = null;
        this.limit = null;
        this.maybeExecuted = true;
    }

    /**
     * Without a cause and facts.
     *
     * @param message rule broken, then name=value for each fact
     */
    public CallTimeoutException(String message) {
        this(message, null);
    }

    /** Address of the actor that was called; null if it is not known, or if the promise was none of a call. */
    public @Nullable String target() {
        return target;
    }

    /** The method that was called, as in {@code Counter.add(int)}; null like {@link #target}. */
    public @Nullable String method() {
        return method;
    }

    /** The time the call had, or the time the thread has waited; null if it is not known. */
    public @Nullable Duration limit() {
        return limit;
    }

    /**
     * Whether the method may have been called, or may still be: false only if it certainly was not and will not be, so
     * that the call can be repeated without being executed twice.
     */
    public boolean maybeExecuted() {
        return maybeExecuted;
    }
}
