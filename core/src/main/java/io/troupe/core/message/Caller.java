// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.message;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who calls from elsewhere, as proven to whoever brought the call here and not as the call says. Immutable.
 *
 * @param name of the principal, for example the subject of a certificate
 * @param address where the call came from, for people
 */
public record Caller(String name, String address) {
    /** Set while the method of a call with a caller runs. */
    private static final ThreadLocal<Caller> CURRENT = new ThreadLocal<>();

    /** Checks that nothing is missing. */
    public Caller {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(address, "address");
    }

    /** The caller of the method that the calling thread runs; null if it comes from this process or nobody has proven anything. */
    public static @Nullable Caller current() {
        return CURRENT.get();
    }

    /**
     * The same call on behalf of this caller.
     *
     * @param call new, in no queue
     */
    public Call on(Call call) {
        return call instanceof AskMessage<?> ask
                ? new CalledAsk<>(ask, this)
                : new CalledTell((TellMessage) call, this);
    }

    /** Makes this the current one; returns the one before, for {@link #leave}. */
    @Nullable
    Caller enter() {
        Caller before = CURRENT.get();
        CURRENT.set(this);
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
