// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call that an actor will not execute because it has ended, or is ending. The handler of {@link
 * ActorOptions#undelivered} gets it and may send it on. Only the thread of the handler may use it.
 */
public interface Undelivered {
    /** {@return class and signature of the method, as in {@code Counter.add(int)}} */
    String method();

    /** {@return the arguments, boxed and in order; an actor is represented by its reference} */
    List<@Nullable Object> arguments();

    /** {@return whether the call is an ask, whose caller waits for the result} */
    boolean isAsk();

    /** {@return the end of the actor that does not execute the call} */
    Terminated end();

    /**
     * Sends the call to another actor of the same type; its caller keeps the promise. At most once.
     *
     * @param reference to the replacement
     * @throws IllegalArgumentException if the object is no reference, is of another type, or leads to the same actor
     * @throws IllegalStateException if the call was sent on before
     */
    void sendTo(Object reference);

    /** {@return whether the call was sent on} */
    boolean isSentOn();
}
