// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.MessageSender;
import io.troupe.sp.socket.SocketTimers;
import io.troupe.sp.socket.SpException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Sending in its three styles over one {@link SendAttempt}, which gives the message to a pipe, drops and counts it, or says "not
 * now"; {@link #signal} when it may succeed. While promises wait for their turn nobody else is tried for: what one caller sends
 * goes in its order.
 */
final class SendPort implements MessageSender {
    private final WaitQueue<SpMessage, SendResult> waitQueue;
    private final SocketTimers timers;
    private final SocketCounters counters;
    private final LiveOptions settings;

    /**
     * Nobody waits yet.
     *
     * @param settings {@code sendTimeout} and {@code bestEffort} count
     */
    SendPort(
            SendAttempt attempt,
            SocketTimers timers,
            AdaptiveSpin spinner,
            PipePoller poller,
            SocketCounters counters,
            LiveOptions settings) {
        this.waitQueue = new WaitQueue<>("a send", message -> orNull(attempt.send(message)), spinner, poller);
        this.timers = timers;
        this.counters = counters;
        this.settings = settings;
    }

    @Override
    public void send(SpMessage message) {
        send(message, settings.sendNanos());
    }

    @Override
    public void send(SpMessage message, Duration limit) {
        send(message, Timeouts.nanos(limit));
    }

    private void send(SpMessage message, long limitNanos) {
        int size = message.size(); // afterwards it is not ours
        SendResult sent = settings.bestEffort() ? waitQueue.tryNow(message) : waitQueue.await(message, limitNanos);
        if (sent == null) {
            drop(message);
        } else if (sent == SendResult.SENT) {
            counters.sent(size);
        }
    }

    @Override
    public boolean trySend(SpMessage message) {
        int size = message.size();
        SendResult sent = waitQueue.tryNow(message);
        if (sent == null) {
            return false;
        }
        if (sent == SendResult.SENT) {
            counters.sent(size);
        }
        return true;
    }

    @Override
    public Promise<Void> sendLater(SpMessage message) {
        return sendLater(message, settings.sendNanos());
    }

    /** Sends as soon as that is possible, within this time. If the promise fails, the message has been released. */
    Promise<Void> sendLater(SpMessage message, long limitNanos) {
        int size = message.size();
        try {
            if (trySend(message)) {
                return Promise.done();
            }
        } catch (SpException e) {
            message.release();
            return Promise.failed(e);
        }
        if (settings.bestEffort()) {
            drop(message);
            return Promise.done();
        }
        CompletablePromise<Void> held = new CompletablePromise<>();
        new SendObserver<SendResult>(held, result -> count(result, size), cause -> message.release())
                .observe(waitQueue.later(message, timers, limitNanos, held));
        return held;
    }

    private void count(@Nullable SendResult result, int size) {
        if (result == SendResult.SENT) { // or it was dropped, which is counted
            counters.sent(size);
        }
    }

    /** The attempt may succeed now. */
    void signal() {
        waitQueue.signal();
    }

    /** Ends all waiting. */
    void close(SpException cause) {
        waitQueue.end(cause);
    }

    /** For the line of those who wait: nothing has come of it yet. */
    private static @Nullable SendResult orNull(SendResult result) {
        return result == SendResult.NOT_NOW ? null : result;
    }

    private void drop(SpMessage message) {
        message.release();
        counters.dropped(DropReason.SEND_QUEUE_FULL);
    }
}
