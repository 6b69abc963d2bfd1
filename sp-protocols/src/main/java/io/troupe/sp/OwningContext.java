// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.Sender;
import io.troupe.sp.socket.SocketContext;
import java.time.Duration;
import java.util.Optional;

/** A context as users get it: it takes their messages over; all else the pattern's does. */
final class OwningContext implements SocketContext {
    private final SocketContext context;
    private final Sender out;

    /** @param context the pattern's */
    OwningContext(SocketContext context) {
        this.context = context;
        this.out = new OwningSender(context);
    }

    @Override
    public void send(SpMessage message) {
        out.send(message);
    }

    @Override
    public void send(SpMessage message, Duration limit) {
        out.send(message, limit);
    }

    @Override
    public boolean trySend(SpMessage message) {
        return out.trySend(message);
    }

    @Override
    public Promise<Void> sendLater(SpMessage message) {
        return out.sendLater(message);
    }

    @Override
    public SpMessage receive() {
        return context.receive();
    }

    @Override
    public SpMessage receive(Duration limit) {
        return context.receive(limit);
    }

    @Override
    public Optional<SpMessage> tryReceive() {
        return context.tryReceive();
    }

    @Override
    public Promise<SpMessage> receiveLater() {
        return context.receiveLater();
    }

    @Override
    public void close() {
        context.close();
    }
}
