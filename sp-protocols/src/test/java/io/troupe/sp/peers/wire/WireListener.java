// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.peers.wire;

import io.troupe.sp.peers.Addresses;
import io.troupe.sp.peers.Scheme;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/** Accepts raw connections on tcp (also for ws) and ipc, when a test says so. For one thread. */
public final class WireListener implements AutoCloseable {
    private final String uri;
    private final ServerSocketChannel channel;
    private final Selector selector;

    private WireListener(String uri, ServerSocketChannel channel) throws IOException {
        this.uri = uri;
        this.channel = channel;
        channel.configureBlocking(false);
        this.selector = Selector.open();
        channel.register(selector, SelectionKey.OP_ACCEPT);
    }

    /** Listens at a fresh address. */
    public static WireListener open(Scheme scheme) {
        return open(Addresses.fresh(scheme));
    }

    /** Listens at an address. */
    public static WireListener open(String uri) {
        return open(uri, 0);
    }

    /** Listens; accepted connections have receive buffers of so many bytes, 0 is the usual size. */
    public static WireListener open(String uri, int receiveBuffer) {
        boolean ipc = Scheme.of(uri) == Scheme.IPC;
        try {
            ServerSocketChannel channel =
                    ipc ? ServerSocketChannel.open(StandardProtocolFamily.UNIX) : ServerSocketChannel.open();
            if (receiveBuffer > 0) {
                channel.setOption(StandardSocketOptions.SO_RCVBUF, receiveBuffer);
            }
            channel.bind(WirePeer.address(uri));
            return new WireListener(uri, channel);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen: uri=" + uri, e);
        }
    }

    /** What dialers need. */
    public String uri() {
        return uri;
    }

    /** The next connection; waits up to {@link WirePeer#PATIENCE}. */
    public WirePeer accept() {
        long deadline = System.nanoTime() + WirePeer.PATIENCE.toNanos();
        try {
            SocketChannel accepted = channel.accept();
            while (accepted == null) {
                long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
                if (left <= 0) {
                    throw new AssertionError("somebody must dial: uri=" + uri);
                }
                selector.select(left);
                selector.selectedKeys().clear();
                accepted = channel.accept();
            }
            return new WirePeer(accepted, Scheme.of(uri) == Scheme.IPC);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot accept: uri=" + uri, e);
        }
    }

    /** Stops to listen; accepted connections stay. The file of ipc stays, too, as after a crash. */
    @Override
    public void close() {
        try {
            selector.close();
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
