// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.Sender;
import io.troupe.sp.socket.SpException;
import java.time.Duration;

/**
 * Where users' messages become the socket's. A call that returns has taken the message, one that throws, or says that nothing
 * was sent, has given it back. A message that is not its sender's any more is refused here, before anybody else sees it.
 */
final class OwningSender implements Sender {
    private final Sender sender;

    /** @param sender sends what it is given, or throws before anybody else has it; what it takes for later it releases itself */
    OwningSender(Sender sender) {
        this.sender = sender;
    }

    @Override
    public void send(SpMessage message) {
        SpMessage own = message.handOver();
        try {
            sender.send(own);
        } catch (SpException e) {
            message.takeBack(own);
            throw e;
        }
    }

    @Override
    public void send(SpMessage message, Duration limit) {
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
    public boolean trySend(SpMessage message) {
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
    public Promise<Void> sendLater(SpMessage message) {
        return sender.sendLater(message.handOver());
    }
}
