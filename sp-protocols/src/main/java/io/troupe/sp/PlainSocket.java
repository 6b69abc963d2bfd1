// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.Receiver;
import io.troupe.sp.socket.Sender;
import java.time.Duration;
import java.util.Optional;

/** A socket that adds nothing of its own to sending and receiving; {@code Unsupported} stands for a missing direction. */
class PlainSocket extends BaseSocket implements DuplexSocket {
    private final Sender out;
    private final Receiver in;

    /** A socket with this core, which these do the work for; the core starts with the pattern. */
    PlainSocket(SocketCore core, Pattern pattern, Sender out, Receiver in) {
        super(core, pattern);
        this.out = new OwningSender(out);
        this.in = in;
    }

    @Override
    public final void send(SpMessage message) {
        out.send(message);
    }

    @Override
    public final void send(SpMessage message, Duration limit) {
        out.send(message, limit);
    }

    @Override
    public final boolean trySend(SpMessage message) {
        return out.trySend(message);
    }

    @Override
    public final Promise<Void> sendLater(SpMessage message) {
        return out.sendLater(message);
    }

    @Override
    public final SpMessage receive() {
        return in.receive();
    }

    @Override
    public final SpMessage receive(Duration limit) {
        return in.receive(limit);
    }

    @Override
    public final Optional<SpMessage> tryReceive() {
        return in.tryReceive();
    }

    @Override
    public final Promise<SpMessage> receiveLater() {
        return in.receiveLater();
    }
}
