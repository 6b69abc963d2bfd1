// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.socket.SubContext;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Subscriptions and the queue of what matched them; of a SUB socket, or of one of its contexts. Thread-safe.
 *
 * <p>Unwanted messages are recognised without the lock. What enters the queue matches the subscriptions of that moment, and
 * leaves it when they no longer want it, both under the lock: after an unsubscribe nothing unwanted is received.
 */
final class SubscriberContext implements SubContext {
    private final SocketCore core;
    private final SubPattern pattern;
    private final WaitQueue<SubscriberContext, SpMessage> waitQueue;
    private final int capacity;
    private final boolean preferNew;
    private final LiveOptions settings;
    private final ReentrantLock lock = new ReentrantLock();
    /** Guarded by the lock. */
    private final ArrayDeque<SpMessage> queue = new ArrayDeque<>();
    /** The queue's size, written under the lock. */
    private volatile int queued;
    /** Written under the lock. */
    private volatile SubscriptionTrie prefixes = SubscriptionTrie.NONE;
    /** Guarded by the lock. */
    private @Nullable SpException end;

    SubscriberContext(SocketCore core, SubPattern pattern) {
        this.core = core;
        this.pattern = pattern;
        this.waitQueue =
                new WaitQueue<>("a receive", SubscriberContext::poll, core.spinner(), core, SubscriberContext::putBack);
        this.capacity = core.options().receiveBuffer();
        this.preferNew = core.options().preferNew();
        this.settings = core.settings();
    }

    /** Whether a subscription matches. */
    boolean wants(SpMessage message) {
        return prefixes.match(message.body());
    }

    /** Queues a message that was wanted a moment ago; if there is no room, the oldest or this one is dropped. */
    void keep(SpMessage message) {
        SpMessage dropped = message;
        DropReason cause = DropReason.RECEIVE_QUEUE_FULL;
        lock.lock();
        try {
            if (end != null || !prefixes.match(message.body())) {
                cause = DropReason.UNSUBSCRIBED;
            } else if (queue.size() < capacity) {
                dropped = null;
                queue.addLast(message);
            } else if (preferNew) {
                dropped = queue.pollFirst();
                queue.addLast(message);
            }
            queued = queue.size();
        } finally {
            lock.unlock();
        }
        if (dropped != null) {
            dropped.release();
            core.counters().dropped(cause);
        }
        if (dropped != message) {
            waitQueue.signal();
        }
    }

    private @Nullable SpMessage poll() {
        if (queued == 0) {
            return null;
        }
        SpMessage message;
        lock.lock();
        try {
            message = queue.pollFirst();
            queued = queue.size();
        } finally {
            lock.unlock();
        }
        if (message != null) {
            core.counters().received(message.size());
        }
        return message;
    }

    /** Takes back what was taken for a promise that was cancelled in that moment: it is the next, unless it is unwanted now. */
    private void putBack(SpMessage message) {
        core.counters().returned(message.size());
        lock.lock();
        try {
            if (end == null && prefixes.match(message.body())) {
                queue.addFirst(message); // for a moment there may be one more than the capacity
                queued = queue.size();
                return;
            }
        } finally {
            lock.unlock();
        }
        message.release();
        core.counters().dropped(DropReason.UNSUBSCRIBED);
    }

    @Override
    public void subscribe(byte[] prefix) {
        lock.lock();
        try {
            checkOpen();
            prefixes = prefixes.with(prefix);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void unsubscribe(byte[] prefix) {
        List<SpMessage> unwanted = new ArrayList<>();
        lock.lock();
        try {
            checkOpen();
            SubscriptionTrie fewer = prefixes.without(prefix);
            if (fewer == null) {
                throw new SpException(
                        SpError.STATE,
                        "only what was subscribed can be unsubscribed: prefix="
                                + new String(prefix, StandardCharsets.UTF_8));
            }
            prefixes = fewer;
            queue.removeIf(message -> !fewer.match(message.body()) && unwanted.add(message));
            queued = queue.size();
        } finally {
            lock.unlock();
        }
        unwanted.forEach(SpMessage::release);
        core.counters().dropped(DropReason.UNSUBSCRIBED, unwanted.size());
    }

    private void checkOpen() {
        SpException closed = end;
        if (closed != null) {
            throw new SpException(closed.reason(), String.valueOf(closed.getMessage()), closed);
        }
    }

    @Override
    public SpMessage receive() {
        return waitQueue.await(this, settings.receiveNanos());
    }

    @Override
    public SpMessage receive(Duration limit) {
        return waitQueue.await(this, Timeouts.nanos(limit));
    }

    @Override
    public Optional<SpMessage> tryReceive() {
        SpMessage message = waitQueue.tryNow(this);
        return Optional.ofNullable(message == null && core.poll() ? waitQueue.tryNow(this) : message);
    }

    @Override
    public Promise<SpMessage> receiveLater() {
        return waitQueue.later(this, core.timers(), settings.receiveNanos());
    }

    @Override
    public void close() {
        pattern.forget(this);
        end(new SpException(SpError.CLOSED, "the context is closed: protocol=" + core.protocol()));
    }

    /** Ends all waiting with this error, drops what is queued. */
    void end(SpException cause) {
        List<SpMessage> left;
        lock.lock();
        try {
            if (end != null) {
                return;
            }
            end = cause;
            left = new ArrayList<>(queue);
            queue.clear();
            queued = 0;
        } finally {
            lock.unlock();
        }
        left.forEach(SpMessage::release);
        waitQueue.end(cause);
    }
}
