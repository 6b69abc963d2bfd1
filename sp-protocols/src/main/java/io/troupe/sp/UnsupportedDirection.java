// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.MessageReceiver;
import io.troupe.sp.socket.MessageSender;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.time.Duration;
import java.util.Optional;

/** The direction that a protocol has not. */
final class UnsupportedDirection implements MessageSender, MessageReceiver {
    private final Protocol protocol;

    /** For a socket of this protocol. */
    UnsupportedDirection(Protocol protocol) {
        this.protocol = protocol;
    }

    @Override
    public void send(SpMessage message) {
        throw refused("sends");
    }

    @Override
    public void send(SpMessage message, Duration limit) {
        throw refused("sends");
    }

    @Override
    public boolean trySend(SpMessage message) {
        throw refused("sends");
    }

    @Override
    public Promise<Void> sendLater(SpMessage message) {
        message.release();
        return Promise.failed(refused("sends"));
    }

    @Override
    public SpMessage receive() {
        throw refused("receives");
    }

    @Override
    public SpMessage receive(Duration limit) {
        throw refused("receives");
    }

    @Override
    public Optional<SpMessage> tryReceive() {
        throw refused("receives");
    }

    @Override
    public Promise<SpMessage> receiveLater() {
        return Promise.failed(refused("receives"));
    }

    private SpException refused(String verb) {
        return new SpException(SpError.NOT_SUPPORTED, "this protocol never " + verb + ": protocol=" + protocol);
    }
}
