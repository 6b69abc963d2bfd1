// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.Receiver;
import java.time.Duration;
import java.util.Optional;

/** Receiving in its three styles from one {@link ReceiveQueue}. */
final class QueueReceiver implements Receiver {
    private final ReceiveQueue receiveQueue;
    private final LiveOptions settings;

    /**
     * From this queue.
     *
     * @param settings {@code receiveTimeout} counts
     */
    QueueReceiver(ReceiveQueue receiveQueue, LiveOptions settings) {
        this.receiveQueue = receiveQueue;
        this.settings = settings;
    }

    @Override
    public SpMessage receive() {
        return receiveQueue.take(settings.receiveNanos());
    }

    @Override
    public SpMessage receive(Duration limit) {
        return receiveQueue.take(Timeouts.nanos(limit));
    }

    @Override
    public Optional<SpMessage> tryReceive() {
        return Optional.ofNullable(receiveQueue.tryTake());
    }

    @Override
    public Promise<SpMessage> receiveLater() {
        return receiveQueue.takeLater(settings.receiveNanos());
    }
}
