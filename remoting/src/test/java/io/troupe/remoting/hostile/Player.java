// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import io.troupe.net.transport.Connection;
import io.troupe.net.transport.ConnectionListener;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Says parts of a conversation, whatever it hears, and hangs up. Either side of a connection. */
final class Player implements ConnectionListener {
    private final List<byte[]> parts;
    private final boolean inPieces;
    private final boolean inOrder;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    /**
     * What to say, and how.
     *
     * @param inPieces whether each part leaves by itself, and not all together
     * @param inOrder whether it hangs up when all has left, and not at once
     */
    Player(List<byte[]> parts, boolean inPieces, boolean inOrder) {
        this.parts = parts;
        this.inPieces = inPieces;
        this.inOrder = inOrder;
    }

    void awaitEnd() throws Exception {
        ended.get(Stage.LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    @Override
    public void onOpen(Connection connection) {
        for (byte[] part : parts) {
            connection.write(part, 0, part.length);
            if (inPieces) {
                connection.flush();
            }
        }
        connection.flush();
        if (inOrder) {
            connection.close();
        } else {
            connection.abort();
        }
    }

    @Override
    public int onBytes(byte[] bytes, int from, int to) {
        return to - from;
    }

    @Override
    public void onWritable() {}

    @Override
    public void onClose(String cause) {
        ended.complete(null);
    }
}
