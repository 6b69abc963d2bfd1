// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.Lifecycle;
import io.troupe.core.continuation.ActorObject;
import io.troupe.core.continuation.ActorObjects;
import io.troupe.core.promise.Promise;
import org.jspecify.annotations.Nullable;

/** Calls the hooks of either kind of actor. In its turn. */
final class Hooks {
    private Hooks() {}

    /** Before the first message. Returns what that one is to wait for, or null. */
    static @Nullable Promise<?> start(Object actor) throws Exception {
        if (actor instanceof ActorObject base) {
            return ActorObjects.onStart(base);
        }
        return actor instanceof Lifecycle hooks ? hooks.onStart() : null;
    }

    /** In the last turn. */
    static void stop(Object actor) throws Exception {
        if (actor instanceof ActorObject base) {
            ActorObjects.onStop(base);
        } else if (actor instanceof Lifecycle hooks) {
            hooks.onStop();
        }
    }

    /** Before a new object takes the place of this one. */
    static void restart(Object actor, Throwable cause) throws Exception {
        if (actor instanceof ActorObject base) {
            ActorObjects.onRestart(base, cause);
        } else if (actor instanceof Lifecycle hooks) {
            hooks.onRestart(cause);
        }
    }
}
