// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import io.troupe.core.promise.Promise;
import org.jspecify.annotations.Nullable;

/** What the library does with actors' own objects. Not methods of these, so that users do not see them. */
public final class ActorObjects {
    /** Set before the first actor of another class exists, and never reset; so the sender of its first message sees it. */
    private static boolean mayBeMissed;

    private ActorObjects() {}

    /** Notes that there may be actors that do not extend that class: own objects must be compared then, too. Any thread. */
    public static void expectOthers() {
        mayBeMissed = true;
    }

    /** Whether there may be actors that do not extend that class. Any thread. */
    public static boolean mayBeMissed() {
        return mayBeMissed;
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
