// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.Terminated;
import io.troupe.core.actor.Undelivered;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Call;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.core.message.TellMessage;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A call that comes too late for an actor. For the thread of the handler only. */
final class UndeliveredCall implements Undelivered {
    /** The one that a handler on this thread has. Handlers that send on to actors that have ended run inside of each other. */
    private static final ThreadLocal<@Nullable UndeliveredCall> HANDLED = new ThreadLocal<>();

    private final Call call;
    private final Outlet target;
    private final Terminated end;
    private final @Nullable UndeliveredCall outer = HANDLED.get();
    private boolean sentOn;

    /**
     * A call that has been in no queue or is in none any more.
     *
     * @param call in no queue
     * @param target where it was sent
     * @param end of that one
     */
    UndeliveredCall(Call call, Outlet target, Terminated end) {
        this.call = call;
        this.target = target;
        this.end = end;
    }

    /** Gives it to the handler, whose failure passes. */
    void handleBy(Consumer<? super Undelivered> handler) {
        HANDLED.set(this);
        try {
            handler.accept(this);
        } finally {
            if (outer == null) {
                HANDLED.remove();
            } else {
                HANDLED.set(outer);
            }
        }
    }

    @Override
    public String method() {
        return call.method().toString();
    }

    @Override
    public List<@Nullable Object> arguments() {
        return Collections.unmodifiableList(Arrays.asList(call.arguments()));
    }

    @Override
    public boolean isAsk() {
        return call instanceof AskMessage<?>;
    }

    @Override
    public Terminated end() {
        return end;
    }

    @Override
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
        for (UndeliveredCall at = this; at != null && at.call == call; at = at.outer) {
            if (outlet.identity() == at.target.identity()) { // a circle of replacements has no end
                throw new IllegalArgumentException(
                        "the replacement must not be the actor that has ended: address=" + outlet.address());
            }
        }
        if (call instanceof AskMessage<?> ask) {
            outlet.ask(ask);
        } else if (call instanceof TellMessage tell) {
            outlet.tell(tell);
        }
        sentOn = true; // not if a full mailbox has thrown: then the call is still to be told
    }

    @Override
    public boolean isSentOn() {
        return sentOn;
    }
}
