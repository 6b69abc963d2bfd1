// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Call;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.core.message.TellMessage;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call that an actor will not execute because it has ended, or is ending. Given to the handler of {@link
 * ActorOptions#undelivered}, which may send it on while it runs. For the thread of the handler only.
 */
public final class Undelivered {
    private final Call call;
    private final Outlet target;
    private final Terminated end;
    private boolean sentOn;

    /**
     * For the library itself.
     *
     * @param call in no queue
     * @param target where it was sent
     * @param end of that one
     */
    public Undelivered(Call call, Outlet target, Terminated end) {
        this.call = call;
        this.target = target;
        this.end = end;
    }

    /** Class and signature of the method, as in {@code Counter.add(int)}. */
    public String method() {
        return call.method().toString();
    }

    /** The arguments, boxed; an actor is represented by its reference. */
    public List<@Nullable Object> arguments() {
        return Collections.unmodifiableList(Arrays.asList(call.arguments()));
    }

    /** Whether a caller waits for the result. */
    public boolean isAsk() {
        return call instanceof AskMessage<?>;
    }

    /** The actor that does not execute it, and why. */
    public Terminated end() {
        return end;
    }

    /**
     * Sends the call to another actor of the same type; its caller keeps the promise. Once.
     *
     * @param reference to the replacement
     * @throws IllegalArgumentException if the reference is of another type, or is the actor that has ended
     * @throws IllegalStateException if the call was sent on before
     */
    public void sendTo(Object reference) {
        if (sentOn) {
            throw new IllegalStateException("a call can be sent on once: method=" + method());
        }
        if (!call.method().actorType().isInstance(reference)) {
            throw new IllegalArgumentException("the replacement must be of the type that was called: type="
                    + call.method().actorType().getName() + ", replacement="
                    + reference.getClass().getName());
        }
        Outlet outlet = Reference.outletOf(reference);
        if (outlet.identity() == target.identity()) {
            throw new IllegalArgumentException(
                    "the replacement must not be the actor that has ended: address=" + outlet.address());
        }
        sentOn = true;
        if (call instanceof AskMessage<?> ask) {
            outlet.ask(ask);
        } else if (call instanceof TellMessage tell) {
            outlet.tell(tell);
        }
    }

    /** Whether it was sent on. */
    public boolean isSentOn() {
        return sentOn;
    }
}
