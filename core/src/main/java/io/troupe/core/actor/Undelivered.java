// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call that an actor will not execute because it has ended, or is ending. The handler of {@link
 * ActorOptions#undelivered} gets it and may send it on. For the thread of the handler only.
 */
public interface Undelivered {
    /** Class and signature of the method, as in {@code Counter.add(int)}. */
    String method();

    /** The arguments, boxed; an actor is represented by its reference. */
    List<@Nullable Object> arguments();

    /** Whether a caller waits for the result. */
    boolean isAsk();

    /** The actor that does not execute it, and why. */
    Terminated end();

    /**
     * Sends the call to another actor of the same type; its caller keeps the promise. Once.
     *
     * @param reference to the replacement
     * @throws IllegalArgumentException if the reference is of another type, or is the actor that has ended
     * @throws IllegalStateException if the call was sent on before
     */
    void sendTo(Object reference);

    /** Whether it was sent on. */
    boolean isSentOn();
}
