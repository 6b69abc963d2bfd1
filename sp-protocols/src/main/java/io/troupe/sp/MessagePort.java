// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.MessageReceiver;
import io.troupe.sp.socket.MessageSender;
import io.troupe.sp.socket.SpException;
import java.time.Duration;
import java.util.Optional;

/**
 * Sending and receiving as users of sockets and contexts do it. Messages that are sent become the socket's here: a call that
 * returns has taken the message, one that throws, or says that nothing was sent, has given it back. A message that is not its
 * sender's any more is refused before anybody else sees it. Thread-safe.
 */
abstract class MessagePort implements MessageSender, MessageReceiver {
    private final MessageSender sender;
    private final MessageReceiver receiver;

    /** @param sender sends what it is given, or throws before anybody else has it; what it takes for later it releases itself */
    MessagePort(MessageSender sender, MessageReceiver receiver) {
        this.sender = sender;
        this.receiver = receiver;
    }

    @Override
    public final void send(SpMessage message) {
        SpMessage own = message.handOver();
        try {
            sender.send(own);
        } catch (SpException e) {
            message.takeBack(own);
            throw e;
        }
    }

    @Override
    public final void send(SpMessage message, Duration limit) {
        Timeouts.nanos(limit); // a wrong one is refused while the message is still the caller's
        SpMessage own = message.handOver();
        try {
            sender.send(own, limit);
        } catch (SpException e) {
            message.takeBack(own);
            throw e;
        }
    }

    @Override
    public final boolean trySend(SpMessage message) {
        SpMessage own = message.handOver();
        boolean sent = false;
        try {
            sent = sender.trySend(own);
        } catch (SpException e) {
            message.takeBack(own);
            throw e;
        }
        if (!sent) {
            message.takeBack(own);
        }
        return sent;
    }

    @Override
    public final Promise<Void> sendLater(SpMessage message) {
        return sender.sendLater(message.handOver());
    }

    @Override
    public final SpMessage receive() {
        return receiver.receive();
    }

    @Override
    public final SpMessage receive(Duration limit) {
        return receiver.receive(limit);
    }

    @Override
    public final Optional<SpMessage> tryReceive() {
        return receiver.tryReceive();
    }

    @Override
    public final Promise<SpMessage> receiveLater() {
        return receiver.receiveLater();
    }
}
