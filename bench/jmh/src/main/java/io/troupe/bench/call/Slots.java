// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.call;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Message;
import org.jspecify.annotations.Nullable;

/** Keeps messages in an array and delivers them all when it is full. One thread. */
final class Slots implements Outlet {
    private static final int COUNT = 50;

    private final Target target;
    private final @Nullable Message[] messages = new @Nullable Message[COUNT];
    private int used;

    Slots(Target target) {
        this.target = target;
    }

    @Override
    public void tell(TellMessage message) {
        put(message);
    }

    void put(Message message) {
        messages[used++] = message;
        if (used == COUNT) {
            deliverAll();
        }
    }

    private void deliverAll() {
        for (int i = 0; i < used; i++) {
            deliver(messages[i]);
        }
        used = 0;
    }

    private void deliver(@Nullable Message message) {
        try {
            if (message != null) {
                message.deliver(target);
            }
        } catch (Throwable e) {
            throw new IllegalStateException("delivery must not fail: message=" + message, e);
        }
    }

    @Override
    public <T> Promise<T> ask(AskMessage<T> message) {
        throw new UnsupportedOperationException("only tells are measured: message=" + message);
    }

    @Override
    public String address() {
        return "slots";
    }

    @Override
    public CallbackExecutor outsideExecutor() {
        throw new UnsupportedOperationException("only tells are measured");
    }
}
