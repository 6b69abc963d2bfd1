// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.MessageReceiver;
import io.troupe.sp.socket.MessageSender;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.Pipe;
import org.jspecify.annotations.Nullable;

/**
 * The rules of BUS: everything goes to all peers, and nobody waits for anybody: full queues drop their oldest or (without
 * preferNew) newest message. Source: the SP RFC {@code sp-bus}.
 */
final class BusPattern implements Pattern {
    private final SocketCore core;
    private final boolean raw;
    private final Broadcast broadcast;
    private final ReceiveQueue receiveQueue;

    BusPattern(SocketCore core, boolean raw) {
        this.core = core;
        this.raw = raw;
        this.broadcast = new Broadcast(core, raw);
        this.receiveQueue = core.receiveQueue();
    }

    @Override
    public MessageSender sender() {
        return broadcast;
    }

    @Override
    public MessageReceiver receiver() {
        return receiveQueue;
    }

    @Override
    public boolean attach(Pipe pipe) {
        broadcast.add(pipe);
        return true;
    }

    @Override
    public boolean onMessage(Pipe pipe, SpMessage message) {
        message.pipe(pipe.id());
        if (raw) {
            message.pushHeader(pipe.id());
        }
        boolean preferNew = core.options().preferNew();
        while (!receiveQueue.offer(message)) {
            if (!preferNew) {
                drop(message);
                break;
            }
            drop(receiveQueue.poll());
        }
        return true;
    }

    private void drop(@Nullable SpMessage message) {
        if (message != null) {
            message.release();
            core.counters().dropped(DropReason.RECEIVE_QUEUE_FULL);
        }
    }

    @Override
    public void onWritable(Pipe pipe) {
        broadcast.onWritable(pipe);
    }

    @Override
    public void onClosed(Pipe pipe, String reason) {
        broadcast.remove(pipe);
    }

    @Override
    public void close(SpException cause) {
        broadcast.close(cause);
        receiveQueue.close(cause);
    }
}
