// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.continuation.Observer;
import io.troupe.core.message.PlainText;
import io.troupe.core.promise.Callback;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A callback of the application on the loop of a link. It may be written by hand: what it throws ends it and goes to the log, once,
 * and nothing else ends. Loop only.
 */
final class GuardedCallback<T> {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedCallback.class);

    private final Callback<T> callback;
    private final String peer;
    private final Runnable onBroken;
    private boolean broken;

    /**
     * Not called yet.
     *
     * @param callback may throw
     * @param peer the other side, for people
     * @param onBroken told when it has thrown for the first time; it is not called any more then
     */
    GuardedCallback(Callback<T> callback, String peer, Runnable onBroken) {
        this.callback = Objects.requireNonNull(callback, "callback");
        this.peer = peer;
        this.onBroken = onBroken;
    }

    void item(@Nullable T value) {
        if (!broken) {
            try {
                callback.item(value);
            } catch (Throwable e) {
                broken(e);
            }
        }
    }

    void end() {
        if (!broken) {
            try {
                callback.end();
            } catch (Throwable e) {
                broken(e);
            }
        }
    }

    void fail(Throwable cause) {
        if (!broken) {
            try {
                callback.fail(cause);
            } catch (Throwable e) {
                ended(e);
            }
        }
    }

    /** How many items it has not dealt with; 0 if that cannot be known. */
    int waiting() {
        if (!broken) {
            try {
                return callback.waiting();
            } catch (Throwable e) {
                broken(e);
            }
        }
        return 0;
    }

    /** Runs an action when it has ended, on any thread. */
    void whenEnded(Runnable action) {
        try {
            Observer.whenSettled(callback.ended(), action);
        } catch (Throwable e) {
            broken(e);
        }
    }

    private void broken(Throwable cause) {
        try {
            callback.fail(cause);
        } catch (Throwable e) {
            if (e != cause) {
                cause.addSuppressed(e);
            }
        }
        ended(cause);
    }

    /** Told to the log last, which may throw, too. */
    private void ended(Throwable cause) {
        broken = true;
        onBroken.run();
        LOG.error(
                "a callback must not throw: callback={}, peer={}",
                callback.getClass().getName(),
                PlainText.of(peer),
                cause);
    }
}
