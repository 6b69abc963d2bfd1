// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import io.troupe.core.promise.Promise;
import org.jspecify.annotations.Nullable;

/** Static access to {@link ActorObject} for the library, in a class of its own so that users do not inherit it. */
public final class ActorObjects {
    private ActorObjects() {}

    /** Notes that there may be actors that do not extend {@link ActorObject}: own objects must be compared then, too. Any thread. */
    public static void expectOthers() {
        DefaultPromise.otherActors = true;
    }

    /**
     * The object to hand out.
     *
     * @param value any object
     * @return its reference if it is an actor, else the object itself
     */
    public static Object export(Object value) {
        return value instanceof ActorObject actor ? actor.reference() : value;
    }

    /**
     * Calls the hook of that name. In the actor's turn.
     *
     * @param actor whose first message comes next
     * @return what that one is to wait for, or null
     * @throws Exception what the hook throws
     */
    public static @Nullable Promise<?> onStart(ActorObject actor) throws Exception {
        return actor.onStart();
    }

    /**
     * Calls the hook of that name. In the actor's turn.
     *
     * @param actor that has come to its end
     * @throws Exception what the hook throws
     */
    public static void onStop(ActorObject actor) throws Exception {
        actor.onStop();
    }

    /**
     * Calls the hook of that name. In the actor's turn.
     *
     * @param actor that is replaced
     * @param cause why
     * @throws Exception what the hook throws
     */
    public static void onRestart(ActorObject actor, Throwable cause) throws Exception {
        actor.onRestart(cause);
    }
}
