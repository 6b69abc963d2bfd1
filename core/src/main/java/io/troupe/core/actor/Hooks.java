// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

/** Calls the hooks of either kind of actor. For the library itself. */
public final class Hooks {
    private Hooks() {}

    /** Before the first message. */
    public static void start(Object actor) throws Exception {
        if (actor instanceof Actor<?> base) {
            base.onStart();
        } else if (actor instanceof Lifecycle hooks) {
            hooks.onStart();
        }
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
