// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.MessageReceiver;
import io.troupe.sp.socket.MessageSender;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.Pipe;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The rules of PULL: receives in the order of arrival; when the queue is full pipes stop reading, and come back in the order in
 * which they stopped. A socket that closes lets go of its pipes at once, so that what waits for them goes to others. Source: the
 * SP RFC {@code sp-pipeline}.
 */
final class PullPattern implements Pattern {
    private final ReceiveQueue receiveQueue;
    private final Set<Pipe> pipes = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    PullPattern(SocketCore core) {
        this.receiveQueue = core.receiveQueue();
    }

    @Override
    public MessageSender sender() {
        return new UnsupportedDirection(Protocol.PULL);
    }

    @Override
    public MessageReceiver receiver() {
        return receiveQueue;
    }

    @Override
    public boolean attach(Pipe pipe) {
        pipes.add(pipe);
        return !closed;
    }

    @Override
    public boolean onMessage(Pipe pipe, SpMessage message) {
        return !closed && receiveQueue.put(pipe, message);
    }

    @Override
    public void onWritable(Pipe pipe) {
        // nothing is ever sent
    }

    @Override
    public void onClosed(Pipe pipe, String reason) {
        pipes.remove(pipe); // what it brought can still be received
    }

    @Override
    public void close(SpException cause) {
        closed = true;
        pipes.forEach(
                pipe -> pipe.close("the socket was closed")); // there is nothing to be written that it could wait for
        receiveQueue.close(cause);
    }
}
