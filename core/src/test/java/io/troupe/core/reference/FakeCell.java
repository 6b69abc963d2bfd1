// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference;

import io.troupe.core.actor.ActorContext;
import io.troupe.core.continuation.CallbackCell;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.message.RunningActor;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.Message;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A cell that only says whose turn it is. */
final class FakeCell extends CallbackCell implements RunningActor {
    private final Object reference;
    private Object receiver;

    FakeCell(Object reference) {
        super(cell -> {}, null);
        this.reference = reference;
    }

    /** Makes the actor and runs the task in a turn of it. */
    <T> T make(Supplier<T> factory, Consumer<T> task) {
        CellThread.enter(this);
        try {
            T actor = factory.get();
            receiver = actor;
            task.accept(actor);
            return actor;
        } finally {
            CellThread.enter(null);
        }
    }

    @Override
    public ActorContext claimContext() {
        return context();
    }

    @Override
    public ActorContext context() {
        return (ActorContext) Proxy.newProxyInstance(
                ActorContext.class.getClassLoader(), new Class<?>[] {ActorContext.class}, (proxy, method, args) -> {
                    if (method.getName().equals("self")) {
                        return reference;
                    }
                    throw new UnsupportedOperationException(method.getName());
                });
    }

    @Override
    public CallbackExecutor callbackExecutor() {
        throw new UnsupportedOperationException("no continuations here");
    }

    @Override
    public Object receiver() {
        return receiver;
    }

    @Override
    public Object reference() {
        return reference;
    }

    @Override
    protected void deliver(Message message) {}

    @Override
    protected void undelivered(Message message) {}
}
