// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends that never wait, for code that sends through something that would. While an attempt is under way on a thread, what
 * finds no room in a mailbox that paces its senders is refused: {@link Cell#offer} returns FULL, the message stays the
 * caller's. Looked at only where there is no room, so ordinary sends do not pay for it.
 */
public final class NonBlockingScope {
    private static final ThreadLocal<@Nullable Boolean> UNDER_WAY = new ThreadLocal<>();

    private NonBlockingScope() {}

    /** Whether the calling thread is in an attempt. */
    public static boolean isActive() {
        return UNDER_WAY.get() != null;
    }

    /**
     * Runs something as an attempt. On the calling thread; attempts may be nested.
     *
     * @param sends what is to be sent
     * @return what it returns
     */
    public static <T extends @Nullable Object> T run(Supplier<T> sends) {
        if (isActive()) {
            return sends.get();
        }
        UNDER_WAY.set(Boolean.TRUE);
        try {
            return sends.get();
        } finally {
            UNDER_WAY.remove();
        }
    }
}
