// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import io.troupe.core.promise.Promise;
import org.jspecify.annotations.Nullable;

/** Calls the hooks of either kind of actor. For the library itself. */
public final class Hooks {
    private Hooks() {}

    /** Before the first message. Returns what that one is to wait for, or null. */
    public static @Nullable Promise<?> start(Object actor) throws Exception {
        if (actor instanceof Actor<?> base) {
            return base.onStart();
        }
        return actor instanceof Lifecycle hooks ? hooks.onStart() : null;
    }

    /** In the last turn. */
    public static void stop(Object actor) throws Exception {
        if (actor instanceof Actor<?> base) {
            base.onStop();
        } else if (actor instanceof Lifecycle hooks) {
            hooks.onStop();
        }
    }

    /** Before a new object takes the place of this one. */
    public static void restart(Object actor, Throwable cause) throws Exception {
        if (actor instanceof Actor<?> base) {
            base.onRestart(cause);
        } else if (actor instanceof Lifecycle hooks) {
            hooks.onRestart(cause);
        }
    }
}
