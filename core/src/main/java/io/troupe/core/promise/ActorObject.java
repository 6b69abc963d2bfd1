// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.promise;

/**
 * An object that must not leave its actor as it is: wherever it would become the value of a promise or the argument of a
 * call, the reference takes its place. A class and not an interface, so that the check costs next to nothing.
 */
public abstract class ActorObject {
    /** Set before the first actor of another class exists, and never reset; so the sender of its first message sees it. */
    private static boolean mayBeMissed;

    /** For subclasses. */
    protected ActorObject() {}

    /**
     * What others get instead.
     *
     * @throws IllegalStateException if there is no reference, because the object was not made by spawn
     */
    protected abstract Object reference();

    /** Notes that there may be actors that do not extend this class: own objects must be compared then, too. Any thread. */
    public static void expectOthers() {
        mayBeMissed = true;
    }

    /** Whether there may be actors that do not extend this class. Any thread. */
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
}
