// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.sp.socket.PipeInfo;
import io.troupe.sp.socket.SocketDialer;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SocketTimers;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.Pipe;
import io.troupe.sp.transport.PipeAcceptor;
import io.troupe.sp.transport.PipeHandler;
import io.troupe.sp.transport.SpAddress;
import io.troupe.sp.transport.SpTransport;
import io.troupe.sp.transport.TransportContext;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a socket connected to an address: dials until somebody is there, and again when the connection is lost. The pause
 * between attempts starts anew only after a pipe that brought a message or lived longer than the pause, since a peer that turns
 * us away first accepts us. Thread-safe.
 */
final class CoreDialer implements SocketDialer {
    private static final String CLOSED = "the dialer was closed";

    private final SocketCore socket;
    private final SpTransport transport;
    private final SpAddress address;
    private final TransportContext context;
    private final SocketTimers timers;
    /** Guarded by the lock. */
    private RedialBackoff backoff;

    private final CompletablePromise<PipeInfo> connected = new CompletablePromise<>();
    private final Object lock = new Object();
    private @Nullable AutoCloseable attempt;
    private SocketTimers.@Nullable Timeout pause;
    /** Counts pauses and attempts. */
    private long turn;

    private @Nullable Pipe pipe;
    private long since;
    private boolean closed;
    private volatile @Nullable SpException lastError;

    CoreDialer(
            SocketCore socket,
            SpTransport transport,
            SpAddress address,
            TransportContext context,
            SocketTimers timers) {
        this.socket = socket;
        this.transport = transport;
        this.address = address;
        this.context = context;
        this.timers = timers;
        this.backoff = new RedialBackoff(
                context.options().reconnectMin().toNanos(),
                context.options().reconnectMax().toNanos(),
                socket.random());
    }

    @Override
    public String uri() {
        return address.toString();
    }

    @Override
    public Promise<PipeInfo> connected() {
        return connected;
    }

    @Override
    public Optional<SpException> lastError() {
        return Optional.ofNullable(lastError);
    }

    @Override
    public void pauses(Duration least, Duration most) {
        SocketOptions checked =
                SocketOptions.builder().reconnectMin(least).reconnectMax(most).build();
        synchronized (lock) {
            backoff = new RedialBackoff(
                    checked.reconnectMin().toNanos(), checked.reconnectMax().toNanos(), socket.random());
            SocketTimers.Timeout waiting = pause;
            if (waiting != null && !closed) {
                waiting.cancel();
                pause();
            }
        }
    }

    @Override
    public void close() {
        socket.forget(this);
        Pipe lost = stop();
        if (lost != null) {
            leave(lost);
        }
    }

    /** What is yet to be written has the time that the socket would take for it; nobody waits. */
    private void leave(Pipe left) {
        long lingerNanos = Timeouts.nanos(socket.options().linger());
        if (lingerNanos == 0) {
            left.close(CLOSED);
            return;
        }
        left.closeGently(CLOSED);
        if (lingerNanos < Long.MAX_VALUE) {
            timers.after(lingerNanos, () -> left.close(CLOSED));
        }
    }

    /** Stops dialling; returns the pipe if there is one. */
    @Nullable
    Pipe stop() {
        AutoCloseable running;
        Pipe left;
        synchronized (lock) {
            closed = true;
            running = attempt;
            attempt = null;
            left = pipe;
            if (pause != null) {
                pause.cancel();
            }
        }
        if (running != null) {
            SocketCore.closeQuietly(running);
        }
        connected.fail(new SpException(SpError.CLOSED, "the dialer was closed: address=" + address));
        return left;
    }

    /** Begins a pause. With the lock; one that was cancelled too late finds another number and does not dial. */
    private void pause() {
        long mine = ++turn;
        pause = timers.after(backoff.next(), () -> dial(mine));
    }

    /**
     * Begins to dial.
     *
     * @throws SpException ADDRESS_INVALID when the address can never be used; then nothing has begun
     */
    void dial() {
        dial(0);
    }

    private void dial(long mine) {
        synchronized (lock) {
            if (closed || mine != turn) {
                return;
            }
            turn++;
            attempt = null;
            pause = null;
        }
        AutoCloseable started;
        try {
            started = transport.connect(address, context, new Ends());
        } catch (SpException e) {
            if (mine == 0 && e.reason() == SpError.ADDRESS_INVALID) {
                throw e;
            }
            again(e);
            return;
        }
        boolean late;
        synchronized (lock) {
            late = closed;
            if (!late) {
                attempt = started;
            }
        }
        if (late) {
            SocketCore.closeQuietly(started);
        }
    }

    private void again(SpException cause) {
        lastError = cause;
        synchronized (lock) {
            attempt = null;
            pipe = null;
            if (!closed) {
                pause();
            }
        }
    }

    /** The pipe has ended; useful: something was received through it. */
    void lost(String reason, boolean useful) {
        synchronized (lock) {
            if (useful || timers.nanos() - since > backoff.current()) {
                backoff.reset();
            }
        }
        again(new SpException(
                SpError.CONNECTION_LOST, "the connection ended: reason=" + reason + ", address=" + address));
    }

    private final class Ends implements PipeAcceptor {
        @Override
        public @Nullable PipeHandler attach(Pipe made) {
            synchronized (lock) {
                if (closed) {
                    return null;
                }
                pipe = made;
                since = timers.nanos();
            }
            PipeHandler handler = socket.attach(made, CoreDialer.this);
            if (handler == null) {
                again(new SpException(SpError.REFUSED, "the socket did not want the pipe: address=" + address));
            } else {
                connected.complete(new PipeInfo(made.id(), made.peer()));
            }
            return handler;
        }

        @Override
        public void failed(SpException cause) {
            again(cause);
        }
    }

    @Override
    public String toString() {
        return "dialer of " + address;
    }
}
