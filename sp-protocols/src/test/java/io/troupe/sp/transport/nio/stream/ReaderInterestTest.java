// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.sp.error.SpException;
import io.troupe.sp.message.Message;
import io.troupe.sp.option.SocketOptions;
import io.troupe.sp.pipe.Peer;
import io.troupe.sp.pipe.Pipe;
import io.troupe.sp.pipe.PipeHandler;
import io.troupe.sp.protocol.Protocol;
import io.troupe.sp.stats.Counters;
import io.troupe.sp.transport.PipeAcceptor;
import io.troupe.sp.transport.Wiring;
import io.troupe.sp.transport.nio.frame.Framing;
import io.troupe.sp.transport.nio.reactor.Buffers;
import io.troupe.sp.transport.nio.reactor.Flusher;
import io.troupe.sp.transport.nio.reactor.Home;
import io.troupe.sp.transport.nio.reactor.Reactor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Others read first, the reactor lets the reader rest; the test is everybody, in the order that it likes. */
class ReaderInterestTest {
    private static final int BEATS = 3;

    /** Does something else right before a change of interest. */
    private static final class Key extends SelectionKey {
        private final SocketChannel channel;
        private final Selector selector;
        private int interest;
        private Runnable beforeOff = () -> {};

        Key(SocketChannel channel, Selector selector) {
            this.channel = channel;
            this.selector = selector;
        }

        @Override
        public SelectableChannel channel() {
            return channel;
        }

        @Override
        public Selector selector() {
            return selector;
        }

        @Override
        public boolean isValid() {
            return true;
        }

        @Override
        public void cancel() {
            // nobody registered it
        }

        @Override
        public int interestOps() {
            return interest;
        }

        @Override
        public SelectionKey interestOps(int ops) {
            interest = ops;
            return this;
        }

        @Override
        public int interestOpsAnd(int ops) {
            beforeOff.run();
            return super.interestOpsAnd(ops);
        }

        @Override
        public int readyOps() {
            return 0;
        }
    }

    private ServerSocketChannel server;
    private SocketChannel far;
    private SocketChannel near;
    private Selector selector;
    private Reactor reactor;
    private Key key;
    private NioPipe pipe;

    @BeforeEach
    void connect() throws IOException {
        server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        far = SocketChannel.open(server.getLocalAddress());
        near = server.accept();
        near.configureBlocking(false);
        selector = Selector.open();
        key = new Key(near, selector);
        reactor = new Reactor("not started");
        Home home = new Home(reactor, new Flusher("not started"), new Buffers());
        Wiring wiring = new Wiring(Protocol.PAIR0, SocketOptions.defaults(), new Counters());
        pipe = new NioPipe(key, home, Framing.TCP, wiring, new Peer(Protocol.PAIR0, "near", "far", true, null));
        pipe.start(new Acceptor());
    }

    @AfterEach
    void close() throws IOException {
        pipe.close("the test is over");
        reactor.close();
        reactor.run(); // closes what it has
        far.close();
        near.close();
        server.close();
        selector.close();
    }

    private boolean isInterested() {
        return (key.interestOps() & SelectionKey.OP_READ) != 0;
    }

    private void beat() {
        for (int i = 0; i < BEATS; i++) {
            pipe.onReady(SelectionKey.OP_READ); // there is nothing to read any more
        }
    }

    @Test
    void shouldLetAPipeRestThatOthersRead() {
        assertThat(isInterested()).isTrue();
        pipe.poll();
        beat();
        assertThat(isInterested()).isFalse();
        pipe.watch();
        assertThat(isInterested()).isTrue();
    }

    @Test
    void shouldStayInterestedWhenAThreadGoesToSleepAndWakesWhileTheInterestIsTakenAway() {
        pipe.poll();
        key.beforeOff = () -> {
            pipe.watch(); // arms it
            pipe.poll(); // and is awake again
        };
        beat();
        assertThat(isInterested()).isTrue();
    }

    private static final class Acceptor implements PipeAcceptor {
        @Override
        public PipeHandler attach(Pipe made) {
            return new PipeHandler() {
                @Override
                public boolean onMessage(Pipe from, Message message) {
                    message.release();
                    return true;
                }

                @Override
                public void onWritable(Pipe writable) {
                    // nothing is sent
                }

                @Override
                public void onClosed(Pipe closed, String reason) {
                    // the test is over
                }
            };
        }

        @Override
        public void failed(SpException cause) {
            throw cause;
        }
    }
}
