// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import io.troupe.sp.transport.BoundListener;
import io.troupe.sp.transport.PipeAcceptor;
import io.troupe.sp.transport.SpAddress;
import io.troupe.sp.transport.TransportContext;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A bound address: accepts on one reactor and spreads the connections over all. Closing may be done by any thread. */
final class NioListener implements BoundListener, SelectionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(NioListener.class);
    private static final int MOST_AT_ONCE = 64;
    /** When the system is out of files: how long before the next try. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long CLOSE_SECONDS = 5;

    private final NioEndpoint endpoint;
    private final SpAddress address;
    private final ServerSocketChannel channel;
    private final ReactorContext reactorContext;
    private final ReactorGroup reactors;
    private final TransportContext context;
    private final PipeAcceptor acceptor;
    private final Set<Handshake> handshakes = ConcurrentHashMap.newKeySet();
    private final Handshake.Role role;
    private volatile boolean closed;
    private @Nullable SelectionKey key;
    private long failures;

    NioListener(
            NioEndpoint endpoint,
            ServerSocketChannel channel,
            ReactorGroup reactors,
            TransportContext context,
            PipeAcceptor acceptor)
            throws IOException {
        this.endpoint = endpoint;
        this.channel = channel;
        this.address = endpoint.bound(channel.getLocalAddress());
        this.reactors = reactors;
        this.reactorContext = reactors.next();
        this.context = context;
        this.acceptor = acceptor;
        this.role = new Handshake.Role(address.toString(), true, handshakes::remove);
    }

    void start() {
        reactorContext.reactor().execute(() -> {
            try {
                if (!closed) {
                    key = reactorContext.reactor().register(channel, SelectionKey.OP_ACCEPT, this);
                }
            } catch (IOException e) {
                onFailure(e);
            }
        });
    }

    @Override
    public SpAddress address() {
        return address;
    }

    @Override
    public void onReady(int operations) {
        try {
            for (int i = 0; i < MOST_AT_ONCE; i++) {
                SocketChannel accepted = channel.accept();
                if (accepted == null) {
                    return;
                }
                welcome(accepted);
            }
        } catch (IOException e) {
            if (!closed) {
                failures++;
                if (Long.bitCount(failures) == 1) { // the first, second, fourth, eighth …
                    LOG.warn(
                            "connections cannot be accepted, the next try is soon: address={}, cause={}, failedSoFar={}",
                            address,
                            e.getMessage(),
                            failures);
                }
                pause();
            }
        }
    }

    private void welcome(SocketChannel accepted) {
        ReactorContext there = reactors.next();
        Handshake handshake = new Handshake(accepted, there, endpoint.format(), context, acceptor, role);
        handshakes.add(handshake);
        long limit = context.options().handshakeTimeout().toNanos();
        there.reactor().execute(() -> handshake.start(limit));
        if (closed) {
            handshake.close();
        }
    }

    private void pause() {
        SelectionKey registered = key;
        if (registered != null && registered.isValid()) {
            registered.interestOps(0);
            reactorContext.reactor().after(PAUSE_NANOS, () -> {
                if (registered.isValid()) {
                    registered.interestOps(SelectionKey.OP_ACCEPT);
                }
            });
        }
    }

    @Override
    public void onFailure(Throwable cause) {
        LOG.debug("a listener ends: address={}", address, cause);
        end();
    }

    @Override
    public void close() {
        end();
        CountDownLatch free = new CountDownLatch(1);
        reactorContext.reactor().execute(() -> {
            reactorContext.reactor().forgetClosed();
            free.countDown();
        });
        if (!reactors.isOwnThread()) {
            try {
                if (!free.await(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                    LOG.warn("an address may not be free yet: address={}", address);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // it is closed soon, without us
            }
        }
    }

    private void end() {
        closed = true;
        endpoint.leave(); // as long as we listen nobody else takes our file for a stale one, nor its place
        NioChannels.close(channel);
        handshakes.forEach(Handshake::close);
    }
}
