// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.continuation.Observer;
import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.SocketContext;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One conversation of those who answer: a request, then its answer. Thread-safe.
 *
 * <p>A send takes the route away, so that a second one at the same time fails; a failed send puts it back, unless another
 * request ({@code turn}) has come meanwhile. Requests that are taken for promises have a route of their own: they may be given
 * back, with their route, while a thread takes another one.
 */
final class ReplyContext extends RequestReceiver implements SocketContext {
    private final SocketCore core;
    private final ReplyPattern pattern;
    private final Object lock = new Object();
    /** Of requests that threads receive. */
    private final ReplyRoute usual = new ReplyRoute();

    private final LaterReceiver later;
    /** Of the last request. Guarded by the lock, as are the next two. */
    private ReplyRoute route = usual;

    private boolean open;
    private int turn;
    private volatile boolean closed;

    ReplyContext(SocketCore core, ReplyPattern pattern) {
        super(core, pattern.requests());
        this.core = core;
        this.pattern = pattern;
        this.later = new LaterReceiver();
    }

    @Override
    void begin() {
        check();
        synchronized (lock) {
            open = false;
            turn++;
        }
    }

    @Override
    void check() {
        pattern.checkOpen();
        if (closed) {
            throw new SpException(SpError.CLOSED, "the context is closed: protocol=" + core.protocol());
        }
        if (pattern.isServed()) {
            throw new SpException(SpError.STATE, "a handler gets all requests: protocol=" + core.protocol());
        }
    }

    @Override
    void taken(SpMessage message) {
        taken(message, usual);
    }

    private void taken(SpMessage message, ReplyRoute own) {
        synchronized (lock) {
            own.takeFrom(message, pattern.requests());
            route = own;
            open = true;
            turn++;
        }
    }

    @Override
    RequestReceiver later() {
        return later;
    }

    @Override
    public void send(SpMessage message) {
        send(message, core.options().sendTimeout());
    }

    @Override
    public void send(SpMessage message, Duration limit) {
        int taken = take(message);
        ReplyPipe replyPipe = replyPipe();
        if (replyPipe == null) {
            drop(message);
            return;
        }
        try {
            replyPipe.sendPort().send(message, limit);
        } catch (SpException e) {
            putBack(message, taken);
            throw e;
        }
    }

    @Override
    public boolean trySend(SpMessage message) {
        int taken = take(message);
        ReplyPipe replyPipe = replyPipe();
        if (replyPipe == null) {
            drop(message);
            return true;
        }
        try {
            if (replyPipe.sendPort().trySend(message)) {
                return true;
            }
        } catch (SpException e) {
            putBack(message, taken);
            throw e;
        }
        putBack(message, taken);
        return false;
    }

    @Override
    public Promise<Void> sendLater(SpMessage message) {
        int taken;
        try {
            taken = take(message);
        } catch (SpException e) {
            message.release();
            return Promise.failed(e);
        }
        ReplyPipe replyPipe = replyPipe();
        if (replyPipe == null) {
            drop(message);
            return Promise.done();
        }
        Promise<Void> sent = replyPipe.sendPort().sendLater(message);
        if (!sent.isFulfilled()) {
            new Returning(taken).observe(sent);
        }
        return sent;
    }

    /** Takes the route, puts it on the answer. */
    private int take(SpMessage message) {
        pattern.checkOpen();
        synchronized (lock) {
            if (!open) {
                throw new SpException(
                        SpError.STATE, "an answer needs a request that was received: protocol=" + core.protocol());
            }
            open = false;
            route.putOn(message);
            return turn;
        }
    }

    private @Nullable ReplyPipe replyPipe() {
        synchronized (lock) {
            return route.replyPipe();
        }
    }

    private void putBack(SpMessage message, int taken) {
        message.clearHeader();
        reopen(taken);
    }

    private void reopen(int taken) {
        synchronized (lock) {
            if (turn == taken) {
                open = true;
            }
        }
    }

    private void drop(SpMessage message) {
        message.release();
        core.counters().dropped(DropReason.PEER_GONE);
    }

    @Override
    public void close() {
        closed = true;
        synchronized (lock) {
            open = false;
            turn++;
        }
        pattern.requests().wakeAll();
    }

    /** Receives for promises: for one after the other, so the route is that of the request which may come back. */
    private final class LaterReceiver extends RequestReceiver {
        private final ReplyRoute own = new ReplyRoute();

        LaterReceiver() {
            super(core, pattern.requests());
        }

        @Override
        void check() {
            ReplyContext.this.check();
        }

        @Override
        void taken(SpMessage message) {
            ReplyContext.this.taken(message, own);
        }

        @Override
        void giveBack(SpMessage message) {
            synchronized (lock) {
                if (route == own) {
                    open = false; // the request is not this context's any more
                    turn++;
                }
            }
            own.putOn(message);
            pattern.giveBack(message);
        }
    }

    /** Lets the user answer again when the answer could not be sent. */
    private final class Returning extends Observer<Void> {
        private final int taken;

        Returning(int taken) {
            this.taken = taken;
        }

        @Override
        protected void onValue(@Nullable Void nothing) {
            // it is on its way
        }

        @Override
        protected void onFailure(Throwable cause) {
            reopen(taken);
        }
    }
}
