// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.PipeAcceptor;
import io.troupe.sp.transport.TransportContext;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to connect, up to the handshake: tries the places of its address one after the other until one takes the connection.
 * On the reactor's thread, save {@link #close}.
 */
final class NioConnector implements SelectionHandler, AutoCloseable {
    private final NioEndpoint endpoint;
    private final ReactorContext reactorContext;
    private final TransportContext context;
    private final PipeAcceptor acceptor;
    private final AtomicBoolean done = new AtomicBoolean();
    private final long since = System.nanoTime();
    private Iterator<SocketAddress> places = Collections.emptyIterator();
    private ReactorDeadlines.@Nullable Deadline deadline;
    private volatile @Nullable SocketChannel channel;
    private volatile @Nullable Handshake handshake;
    private volatile boolean closed;

    NioConnector(NioEndpoint endpoint, ReactorContext reactorContext, TransportContext context, PipeAcceptor acceptor) {
        this.endpoint = endpoint;
        this.reactorContext = reactorContext;
        this.context = context;
        this.acceptor = acceptor;
    }

    /** Begins, once the places are known, one or more; any thread. */
    void start(List<SocketAddress> known) {
        reactorContext.reactor().execute(() -> {
            if (!closed) {
                places = known.iterator();
                deadline = reactorContext.reactor().after(left(), this::expire);
                connect(places.next());
            }
        });
    }

    private void connect(SocketAddress remote) {
        try {
            SocketChannel made = NioChannels.open(remote);
            channel = made;
            if (closed) { // after the channel is known, and close looks for it afterwards: one of both closes it
                closeChannel();
                return;
            }
            made.configureBlocking(false);
            if (made.connect(remote)) {
                shakeHands(made);
            } else {
                reactorContext.reactor().register(made, SelectionKey.OP_CONNECT, this);
            }
        } catch (IOException | RuntimeException e) {
            refused(e);
        }
    }

    private void refused(Exception cause) {
        if (done.get() || !places.hasNext()) {
            onFailure(cause);
            return;
        }
        closeChannel();
        connect(places.next());
    }

    private long left() {
        return context.options().handshakeTimeout().toNanos() - (System.nanoTime() - since);
    }

    @Override
    public void onReady(int operations) {
        SocketChannel connecting = channel;
        try {
            if (connecting != null && connecting.finishConnect()) {
                shakeHands(connecting);
            }
        } catch (IOException e) {
            refused(e);
        }
    }

    private void shakeHands(SocketChannel connected) throws IOException {
        if (NioChannels.isToItself(connected)) {
            connected.setOption(StandardSocketOptions.SO_LINGER, 0); // so the port is free at once
            throw new ConnectException("Connection refused");
        }
        if (finish()) {
            Handshake.Role role = new Handshake.Role(endpoint.address().toString(), false, ended -> {});
            Handshake begun = new Handshake(connected, reactorContext, endpoint.format(), context, acceptor, role);
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
                        + context.options().handshakeTimeout() + ", address=" + endpoint.address()));
    }

    @Override
    public void onFailure(Throwable cause) {
        fail(cause instanceof SpException known ? known : endpoint.connectFailure((Exception) cause));
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
        ReactorDeadlines.Deadline waiting = deadline;
        if (waiting != null) {
            waiting.cancel();
        }
        return true;
    }

    private void closeChannel() {
        SocketChannel opened = channel;
        if (opened != null) {
            NioChannels.close(opened);
            reactorContext.reactor().wakeup();
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
