// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.UnhandledFailure;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Call;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Message;
import java.util.ArrayList;
import java.util.List;

/** Keeps what is sent, until a test delivers it. */
final class FakeOutlet implements Outlet {
    private final String address;
    private final Object identity;
    final List<Message> sent = new ArrayList<>();

    FakeOutlet() {
        this("troupe://test/actor-1");
    }

    FakeOutlet(String address) {
        this.address = address;
        identity = this;
    }

    FakeOutlet(FakeOutlet sameTarget) {
        address = sameTarget.address;
        identity = sameTarget.identity;
    }

    static <T> T reference(Class<T> type) {
        return ReferenceType.of(type, null).newReference(new FakeOutlet());
    }

    static FakeOutlet of(Object reference) {
        return (FakeOutlet) Reference.outletOf(reference);
    }

    /** Delivers all that was sent through the reference. */
    static void deliver(Object reference, Object receiver) {
        FakeOutlet outlet = of(reference);
        List<Message> messages = List.copyOf(outlet.sent);
        outlet.sent.clear();
        for (Message message : messages) {
            try {
                message.deliver(receiver);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        }
    }

    Call only() {
        if (sent.size() != 1) {
            throw new AssertionError("one message expected: sent=" + sent);
        }
        return (Call) sent.get(0);
    }

    @Override
    public void tell(TellMessage message) {
        sent.add(message);
    }

    @Override
    public <T> Promise<T> ask(AskMessage<T> message) {
        message.target(this);
        sent.add(message);
        return message;
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public Object identity() {
        return identity;
    }

    @Override
    public void unhandled(AskMessage<?> message, UnhandledFailure failure) {}

    @Override
    public CallbackExecutor outsideExecutor() {
        throw new UnsupportedOperationException();
    }
}
