// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.MessageReceiver;
import io.troupe.sp.socket.MessageSender;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.Pipe;

/** The rules of PUB: everything goes to everybody, whom it does not wait for. Source: the SP RFC {@code sp-publish-subscribe}. */
final class PubPattern implements Pattern {
    private final SocketCore core;
    private final Broadcast broadcast;

    PubPattern(SocketCore core) {
        this.core = core;
        this.broadcast = new Broadcast(core, false);
    }

    @Override
    public MessageSender sender() {
        return broadcast;
    }

    @Override
    public MessageReceiver receiver() {
        return new UnsupportedDirection(Protocol.PUB);
    }

    @Override
    public boolean attach(Pipe pipe) {
        broadcast.add(pipe);
        return true;
    }

    @Override
    public boolean onMessage(Pipe pipe, SpMessage message) {
        message.release(); // subscribers have nothing to say
        core.counters().dropped(DropReason.MALFORMED);
        return true;
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
    }
}
