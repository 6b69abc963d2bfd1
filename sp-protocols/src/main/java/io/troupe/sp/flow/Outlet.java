// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.flow;

import io.troupe.core.promise.Promise;
import io.troupe.sp.engine.SocketTimers;
import io.troupe.sp.error.SpException;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.Sender;
import io.troupe.sp.stats.DropReason;
import io.troupe.sp.stats.SocketCounters;
import java.time.Duration;

/**
 * Sending in its three styles over one {@link Attempt}, which gives the message to a pipe, drops and counts it, or says "not
 * now"; {@link #signal} when it may succeed. While promises wait for their turn nobody else is tried for: what one caller sends
 * goes in its order.
 */
public final class Outlet implements Sender {
    private final Waiters<SpMessage, Boolean> waiters;
    private final SocketTimers timers;
    private final SocketCounters counters;
    private final Settings settings;

    /**
     * Nobody waits yet.
     *
     * @param attempt {@code TRUE}: sent; {@code FALSE}: dropped, and counted so; null: not now
     * @param settings {@code sendTimeout} and {@code bestEffort} count
     */
    public Outlet(
            Attempt<SpMessage, Boolean> attempt,
            SocketTimers timers,
            Spinner spinner,
            Poller poller,
            SocketCounters counters,
            Settings settings) {
        this.waiters = new Waiters<>("a send", attempt, spinner, poller);
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
        send(message, Limits.nanos(limit));
    }

    private void send(SpMessage message, long limitNanos) {
        int size = message.size(); // afterwards it is not ours
        Boolean sent = settings.options().bestEffort() ? waiters.tryNow(message) : waiters.await(message, limitNanos);
        if (sent == null) {
            drop(message);
        } else if (sent) {
            counters.sent(size);
        }
    }

    @Override
    public boolean trySend(SpMessage message) {
        int size = message.size();
        Boolean sent = waiters.tryNow(message);
        if (sent == null) {
            return false;
        }
        if (sent) {
            counters.sent(size);
        }
        return true;
    }

    @Override
    public Promise<Void> sendLater(SpMessage message) {
        return sendLater(message, settings.sendNanos());
    }

    /** Sends as soon as that is possible, within this time. If the promise fails, the message has been released. */
    public Promise<Void> sendLater(SpMessage message, long limitNanos) {
        int size = message.size();
        try {
            if (trySend(message)) {
                return Promise.done();
            }
        } catch (SpException e) {
            message.release();
            return Promise.failed(e);
        }
        if (settings.options().bestEffort()) {
            drop(message);
            return Promise.done();
        }
        Promise<Boolean> sent = waiters.later(message, timers, limitNanos);
        new Sent(message, size, counters).observe(sent);
        return sent.map(yes -> null);
    }

    /** The attempt may succeed now. */
    public void signal() {
        waiters.signal();
    }

    /** Ends all waiting. */
    public void close(SpException cause) {
        waiters.end(cause);
    }

    private void drop(SpMessage message) {
        message.release();
        counters.dropped(DropReason.SEND_QUEUE_FULL);
    }
}
