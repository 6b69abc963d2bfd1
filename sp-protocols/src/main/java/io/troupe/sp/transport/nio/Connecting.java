// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import io.troupe.sp.error.SpError;
import io.troupe.sp.error.SpException;
import io.troupe.sp.transport.PipeAcceptor;
import io.troupe.sp.transport.TransportContext;
import io.troupe.sp.transport.nio.reactor.Deadlines;
import io.troupe.sp.transport.nio.reactor.Home;
import io.troupe.sp.transport.nio.reactor.Selected;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One attempt to connect, up to the handshake. On the reactor's thread, save {@link #close}. */
final class Connecting implements Selected, AutoCloseable {
    private final Place place;
    private final Home home;
    private final TransportContext wiring;
    private final PipeAcceptor acceptor;
    private final AtomicBoolean done = new AtomicBoolean();
    private final long since = System.nanoTime();
    private Deadlines.@Nullable Deadline deadline;
    private volatile @Nullable SocketChannel channel;
    private volatile @Nullable Handshake handshake;
    private volatile boolean closed;

    Connecting(Place place, Home home, TransportContext wiring, PipeAcceptor acceptor) {
        this.place = place;
        this.home = home;
        this.wiring = wiring;
        this.acceptor = acceptor;
    }

    /** Begins, once the address is known; any thread. */
    void start(SocketAddress remote) {
        home.reactor().execute(() -> begin(remote));
    }

    private void begin(SocketAddress remote) {
        if (closed) {
            return;
        }
        try {
            SocketChannel made = SocketChannel.open(place.family());
            channel = made;
            if (closed) { // after the channel is known, and close looks for it afterwards: one of both closes it
                closeChannel();
                return;
            }
            made.configureBlocking(false);
            deadline = home.reactor().after(left(), this::expire);
            if (made.connect(remote)) {
                shakeHands(made);
            } else {
                home.reactor().register(made, SelectionKey.OP_CONNECT, this);
            }
        } catch (IOException | RuntimeException e) {
            onFailure(e);
        }
    }

    private long left() {
        return wiring.options().handshakeTimeout().toNanos() - (System.nanoTime() - since);
    }

    @Override
    public void onReady(int operations) {
        SocketChannel connecting = channel;
        try {
            if (connecting != null && connecting.finishConnect()) {
                shakeHands(connecting);
            }
        } catch (IOException e) {
            onFailure(e);
        }
    }

    private void shakeHands(SocketChannel connected) {
        if (finish()) {
            Handshake.Role role = new Handshake.Role(place.address().toString(), false, ended -> {});
            Handshake begun = new Handshake(connected, home, place.framing(), wiring, acceptor, role);
            handshake = begun;
            begun.start(left());
            if (closed) {
                begun.close();
            }
        }
    }

    private void expire() {
        fail(new SpException(
                SpError.TIMED_OUT,
                "connecting took longer than its limit: limit="
                        + wiring.options().handshakeTimeout() + ", address=" + place.address()));
    }

    @Override
    public void onFailure(Throwable cause) {
        fail(cause instanceof SpException known ? known : place.connectFailure((Exception) cause));
    }

    /** It did not succeed; any thread. */
    void fail(SpException cause) {
        if (finish()) {
            closeChannel();
            acceptor.failed(cause);
        }
    }

    private boolean finish() {
        if (!done.compareAndSet(false, true)) {
            return false;
        }
        Deadlines.Deadline waiting = deadline;
        if (waiting != null) {
            waiting.cancel();
        }
        return true;
    }

    private void closeChannel() {
        SocketChannel opened = channel;
        if (opened != null) {
            Channels.close(opened);
            home.reactor().wakeup();
        }
    }

    /** Gives the attempt up; no effect on a pipe. */
    @Override
    public void close() {
        closed = true;
        if (finish()) {
            closeChannel();
        }
        Handshake begun = handshake;
        if (begun != null) {
            begun.close();
        }
    }
}
