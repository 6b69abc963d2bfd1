// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import io.troupe.core.promise.Promise;
import org.jspecify.annotations.Nullable;

/**
 * The base of {@code Actor}, for classes below it: an object that must not leave its actor as it is. Wherever it would become
 * the value of a promise or the argument of a call, its reference takes its place. A class and not an interface, although it
 * has one subclass only, so that this check costs next to nothing for all other objects.
 */
public abstract class ActorObject {
    /** For the subclass. */
    protected ActorObject() {}

    /**
     * What others get instead.
     *
     * @throws IllegalStateException if there is no reference, because the object was not made by spawn
     */
    protected abstract Object reference();

    /** Before the first message. Returns what that one is to wait for, or null. */
    protected abstract @Nullable Promise<?> onStart() throws Exception;

    /** In the last turn. */
    protected abstract void onStop() throws Exception;

    /** Before a new object takes the place of this one. */
    protected abstract void onRestart(Throwable cause) throws Exception;
}
