// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.MessageReceiver;
import io.troupe.sp.socket.MessageSender;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.Pipe;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The rules of PAIR version 0: one peer at a time, both ways, in order. A second peer is turned away while there is a first;
 * sending waits for the peer and for room; what was received before the peer left can still be received. Source: the SP RFC
 * {@code sp-pair}.
 */
final class PairPattern implements Pattern {
    private final SocketCore core;
    private final AtomicReference<@Nullable Pipe> place = new AtomicReference<>();

    /** Who has the place, once it has joined. */
    private volatile @Nullable Pipe peer;

    private final SendPort sendPort;
    private final ReceiveQueue receiveQueue;

    PairPattern(SocketCore core) {
        this.core = core;
        this.sendPort = core.sendPort(this::toPeer);
        this.receiveQueue = core.receiveQueue();
    }

    @Override
    public MessageSender sender() {
        return sendPort;
    }

    @Override
    public MessageReceiver receiver() {
        return receiveQueue;
    }

    private SendResult toPeer(SpMessage message) {
        Pipe pipe = peer;
        if (pipe == null) {
            core.checkPeers();
            return SendResult.NOT_NOW;
        }
        return SendResult.of(pipe.offer(message));
    }

    @Override
    public boolean admits(Pipe pipe) {
        return place.compareAndSet(null, pipe);
    }

    @Override
    public boolean attach(Pipe pipe) {
        peer = pipe;
        sendPort.signal();
        return true;
    }

    @Override
    public boolean onMessage(Pipe pipe, SpMessage message) {
        return receiveQueue.put(pipe, message);
    }

    @Override
    public void onWritable(Pipe pipe) {
        sendPort.signal();
    }

    @Override
    public void onClosed(Pipe pipe, String reason) {
        if (place.get() == pipe) {
            peer = null;
            place.set(null);
        }
        sendPort.signal(); // with failNoPeers they fail now
    }

    @Override
    public void close(SpException cause) {
        sendPort.close(cause);
        receiveQueue.close(cause);
    }
}
