// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.message;

import io.troupe.core.call.Caller;
import org.jspecify.annotations.Nullable;

/** The caller of the method that a thread runs, if the call came from another process and its origin has been proven. */
public final class CallerScope {
    /** Set while the method of a call with a caller runs. */
    private static final ThreadLocal<Caller> CURRENT = new ThreadLocal<>();

    private CallerScope() {}

    /** The caller of the method that the calling thread runs; null if nobody has proven anything. */
    public static @Nullable Caller current() {
        return CURRENT.get();
    }

    /**
     * The same call on behalf of a caller.
     *
     * @param caller of it
     * @param call new, in no queue
     */
    public static Call on(Caller caller, Call call) {
        return call instanceof AskMessage<?> ask
                ? new CallerAsk<>(ask, caller)
                : new CallerTell((TellMessage) call, caller);
    }

    /** On whose behalf a call is; null if nobody has proven anything. */
    public static @Nullable Caller of(Call call) {
        if (call instanceof CallerAsk<?> ask) {
            return ask.caller();
        }
        return call instanceof CallerTell tell ? tell.caller() : null;
    }

    /** Makes a caller the current one; returns the one before, for {@link #leave}. */
    static @Nullable Caller enter(Caller caller) {
        Caller before = CURRENT.get();
        CURRENT.set(caller);
        return before;
    }

    static void leave(@Nullable Caller before) {
        if (before == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(before);
        }
    }
}
