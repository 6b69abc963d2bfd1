// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.flow;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.Receiver;
import java.time.Duration;
import java.util.Optional;

/** Receiving in its three styles from one {@link Inbox}. */
public final class Incoming implements Receiver {
    private final Inbox inbox;
    private final Settings settings;

    /**
     * From this inbox.
     *
     * @param settings {@code receiveTimeout} counts
     */
    public Incoming(Inbox inbox, Settings settings) {
        this.inbox = inbox;
        this.settings = settings;
    }

    @Override
    public SpMessage receive() {
        return inbox.take(settings.receiveNanos());
    }

    @Override
    public SpMessage receive(Duration limit) {
        return inbox.take(Limits.nanos(limit));
    }

    @Override
    public Optional<SpMessage> tryReceive() {
        return Optional.ofNullable(inbox.tryTake());
    }

    @Override
    public Promise<SpMessage> receiveLater() {
        return inbox.takeLater(settings.receiveNanos());
    }
}
