// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.flow;

import io.troupe.core.promise.Observer;
import io.troupe.core.promise.Promise;
import io.troupe.sp.message.Message;
import io.troupe.sp.option.SocketOptions;
import io.troupe.sp.socket.Receiver;
import io.troupe.sp.stats.Counters;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Receiving in its three styles from one {@link Inbox}. */
public final class Incoming implements Receiver {
    private final Inbox inbox;
    private final Counters counters;
    private final long usualNanos;

    /**
     * From this inbox.
     *
     * @param options {@code receiveTimeout} counts
     */
    public Incoming(Inbox inbox, Counters counters, SocketOptions options) {
        this.inbox = inbox;
        this.counters = counters;
        this.usualNanos = Limits.nanos(options.receiveTimeout());
    }

    @Override
    public Message receive() {
        return counted(inbox.take(usualNanos));
    }

    @Override
    public Message receive(Duration limit) {
        return counted(inbox.take(Limits.nanos(limit)));
    }

    @Override
    public Optional<Message> tryReceive() {
        return Optional.ofNullable(inbox.tryTake()).map(this::counted);
    }

    @Override
    public Promise<Message> receiveLater() {
        Promise<Message> later = inbox.takeLater(usualNanos);
        new Observer<Message>() {
            @Override
            protected void onValue(@Nullable Message message) {
                if (message != null) {
                    counted(message);
                }
            }

            @Override
            protected void onFailure(Throwable cause) {
                // nothing was received
            }
        }.observe(later);
        return later;
    }

    private Message counted(Message message) {
        counters.received(message.size());
        return message;
    }
}
