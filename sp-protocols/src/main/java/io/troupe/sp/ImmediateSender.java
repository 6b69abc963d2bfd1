// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.MessageSender;
import io.troupe.sp.socket.SpException;
import java.time.Duration;
import java.util.function.Consumer;

/** Sending that never waits: what finds no room is dropped. All styles are the same then. */
final class ImmediateSender implements MessageSender {
    private final Consumer<SpMessage> action;

    /** @param action sends or drops the message, then it is gone; or throws, then it is not */
    ImmediateSender(Consumer<SpMessage> action) {
        this.action = action;
    }

    @Override
    public void send(SpMessage message) {
        action.accept(message);
    }

    @Override
    public void send(SpMessage message, Duration limit) {
        action.accept(message);
    }

    @Override
    public boolean trySend(SpMessage message) {
        action.accept(message);
        return true;
    }

    @Override
    public Promise<Void> sendLater(SpMessage message) {
        try {
            action.accept(message);
            return Promise.done();
        } catch (SpException e) {
            message.release();
            return Promise.failed(e);
        }
    }
}
