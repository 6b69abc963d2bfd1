// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import io.troupe.net.transport.Address;
import io.troupe.net.transport.Connection;
import io.troupe.net.transport.ConnectionListener;
import io.troupe.net.transport.Listener;
import io.troupe.net.transport.Transport;
import io.troupe.remoting.Encoding;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Stands between a dialler and a listener, passes on what they say, and keeps it; one connection, over any transport, also an
 * encrypted one as it is an end of both halves.
 */
final class Recorder implements AutoCloseable {
    private final Half dialler = new Half();
    private final Half acceptor = new Half();
    private final Listener listener;

    Recorder(Transport transport, Address target) {
        listener = transport
                .listen(Address.parse(Stage.freshAddress(target.scheme())), () -> {
                    transport.connect(target, acceptor);
                    return dialler;
                })
                .await(Stage.LIMIT);
        dialler.other = acceptor;
        acceptor.other = dialler;
    }

    Address address() {
        return listener.address();
    }

    /** What was said, when both sides have ended. */
    Recording recording(Encoding encoding) throws Exception {
        long seconds = Stage.LIMIT.toSeconds();
        dialler.ended.get(seconds, TimeUnit.SECONDS);
        acceptor.ended.get(seconds, TimeUnit.SECONDS);
        return new Recording(encoding, dialler.heard(), acceptor.heard());
    }

    @Override
    public void close() {
        listener.close();
    }

    /** The end of one half. What comes before the other half is open waits for that. */
    @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for what is passed on
    private static final class Half implements ConnectionListener {
        private final CompletableFuture<Connection> opened = new CompletableFuture<>();
        private final CompletableFuture<Void> ended = new CompletableFuture<>();
        private final ByteArrayOutputStream heard = new ByteArrayOutputStream();
        private Half other;

        private synchronized byte[] heard() {
            return heard.toByteArray();
        }

        @Override
        public void onOpen(Connection connection) {
            opened.complete(connection);
        }

        @Override
        public synchronized int onBytes(byte[] bytes, int from, int to) {
            heard.write(bytes, from, to - from);
            byte[] copy = Arrays.copyOfRange(bytes, from, to);
            other.opened.thenAccept(connection -> connection.execute(() -> {
                connection.write(copy, 0, copy.length);
                connection.flush();
            }));
            return to - from;
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClose(String cause) {
            other.opened.thenAccept(connection -> connection.execute(connection::close));
            ended.complete(null);
        }
    }
}
