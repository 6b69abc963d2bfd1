// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.MessageReceiver;
import io.troupe.sp.socket.MessageSender;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.Pipe;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The rules of SUB: each message goes to those subscribers of the socket that want it, and never waits for one. What the
 * subscriptions are is not told to publishers. Source: the SP RFC {@code sp-publish-subscribe}.
 */
final class SubPattern implements Pattern {
    private final SocketCore core;
    private final SubscriberContext own;
    private final Object lock = new Object();
    private volatile SubscriberContext[] subscribers = {};
    /** Guarded by the lock. */
    private @Nullable SpException end;

    SubPattern(SocketCore core) {
        this.core = core;
        this.own = open();
    }

    /** For raw sockets: the socket's own subscriber wants everything. */
    static SubPattern toEverything(SocketCore core) {
        SubPattern pattern = new SubPattern(core);
        pattern.own.subscribe(new byte[0]);
        return pattern;
    }

    @Override
    public MessageSender sender() {
        return new UnsupportedDirection(Protocol.SUB);
    }

    @Override
    public MessageReceiver receiver() {
        return own;
    }

    /** The socket's own subscriber. */
    SubscriberContext own() {
        return own;
    }

    /** One more subscriber; without subscriptions. */
    SubscriberContext open() {
        SubscriberContext opened = new SubscriberContext(core, this);
        synchronized (lock) {
            SpException closed = end;
            if (closed != null) {
                throw new SpException(closed.reason(), String.valueOf(closed.getMessage()), closed);
            }
            SubscriberContext[] more = Arrays.copyOf(subscribers, subscribers.length + 1);
            more[subscribers.length] = opened;
            subscribers = more;
        }
        return opened;
    }

    void forget(SubscriberContext closed) {
        synchronized (lock) {
            subscribers =
                    Arrays.stream(subscribers).filter(other -> other != closed).toArray(SubscriberContext[]::new);
        }
    }

    @Override
    public boolean attach(Pipe pipe) {
        return true;
    }

    @Override
    public boolean onMessage(Pipe pipe, SpMessage message) {
        SubscriberContext next = null; // one behind, so that the last gets the message itself
        for (SubscriberContext subscriber : subscribers) {
            if (subscriber.wants(message)) {
                if (next != null) {
                    next.keep(message.retain().pipe(pipe.id()));
                }
                next = subscriber;
            }
        }
        if (next == null) {
            message.release();
            core.counters().dropped(DropReason.UNSUBSCRIBED);
        } else {
            next.keep(message.pipe(pipe.id()));
        }
        return true;
    }

    @Override
    public void onWritable(Pipe pipe) {
        // nothing is ever sent
    }

    @Override
    public void onClosed(Pipe pipe, String reason) {
        // what it brought can still be received
    }

    @Override
    public void close(SpException cause) {
        synchronized (lock) {
            end = cause;
        }
        for (SubscriberContext subscriber : subscribers) {
            subscriber.end(cause);
        }
    }
}
