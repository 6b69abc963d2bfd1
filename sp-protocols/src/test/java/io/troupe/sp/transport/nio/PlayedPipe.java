// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.PeerInfo;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.DropCounts;
import io.troupe.sp.transport.Pipe;
import io.troupe.sp.transport.PipeAcceptor;
import io.troupe.sp.transport.PipeHandler;
import io.troupe.sp.transport.TransportContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** A pipe over a real channel whose other end nobody reads; its reactor does not run until the end, so the test is every thread. */
final class PlayedPipe implements PipeAcceptor, PipeHandler, AutoCloseable {
    private static final int BUFFER = 16 * 1024;

    private final ServerSocketChannel server;
    private final SocketChannel far;
    private final SocketChannel near;
    private final Selector selector;
    private final Reactor reactor = new Reactor("not started");
    private final DropCounts counters = new DropCounts();
    final PlayedKey key;
    final NioPipe pipe;
    /** How many messages were counted as dropped, each time the end was told. */
    final List<Long> lostAtEnd = new ArrayList<>();

    PlayedPipe() throws IOException {
        this(new BufferPool());
    }

    PlayedPipe(BufferPool buffers) throws IOException {
        server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        far = SocketChannel.open();
        far.setOption(StandardSocketOptions.SO_RCVBUF, BUFFER); // or it would grow while the test looks on
        far.connect(server.getLocalAddress());
        near = server.accept();
        near.setOption(StandardSocketOptions.SO_SNDBUF, BUFFER);
        near.configureBlocking(false);
        selector = Selector.open();
        key = new PlayedKey(near, selector);
        ReactorContext reactorContext =
                new ReactorContext(reactor, new Flusher("not started"), buffers, new ReceiveBudget());
        TransportContext context = new TransportContext(Protocol.PAIR0, SocketOptions.defaults(), counters);
        pipe = new NioPipe(
                key, reactorContext, FrameFormat.TCP, context, new PeerInfo(Protocol.PAIR0, "near", "far", true, null));
        pipe.start(this);
    }

    long lost() {
        return counters.of(DropReason.CLOSED);
    }

    @Override
    public PipeHandler attach(Pipe made) {
        return this;
    }

    @Override
    public void failed(SpException cause) {
        throw cause;
    }

    @Override
    public boolean onMessage(Pipe from, SpMessage message) {
        message.release();
        return true;
    }

    @Override
    public void onWritable(Pipe writable) {
        // the test knows
    }

    @Override
    public void onClosed(Pipe closed, String reason) {
        lostAtEnd.add(lost());
    }

    /** Closes the pipe, and does what there is left for the reactor; once. */
    @Override
    public void close() throws IOException {
        if (!selector.isOpen()) {
            return;
        }
        pipe.close("the test is over");
        reactor.close();
        reactor.run();
        far.close();
        near.close();
        server.close();
        selector.close();
    }
}
