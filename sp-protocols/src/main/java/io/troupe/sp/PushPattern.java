// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.MessageReceiver;
import io.troupe.sp.socket.MessageSender;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.Pipe;

/**
 * The rules of PUSH: each message goes to one peer, in turn among those that have room; sending waits while none has. What a
 * pipe has taken is lost with it. Source: the SP RFC {@code sp-pipeline}.
 */
final class PushPattern implements Pattern {
    private final SocketCore core;
    private final RoundRobin peers = new RoundRobin();
    private final SendPort sendPort;

    PushPattern(SocketCore core) {
        this.core = core;
        this.sendPort = core.sendPort(this::toNext);
    }

    @Override
    public MessageSender sender() {
        return sendPort;
    }

    @Override
    public MessageReceiver receiver() {
        return new UnsupportedDirection(Protocol.PUSH);
    }

    private SendResult toNext(SpMessage message) {
        message.clearHeader(); // the protocol has none
        if (peers.offer(message) != null) {
            return SendResult.SENT;
        }
        if (peers.isEmpty()) {
            core.checkPeers();
        }
        return SendResult.NOT_NOW;
    }

    @Override
    public boolean attach(Pipe pipe) {
        peers.add(pipe);
        sendPort.signal();
        return true;
    }

    @Override
    public boolean onMessage(Pipe pipe, SpMessage message) {
        message.release(); // those who pull have nothing to say
        core.counters().dropped(DropReason.MALFORMED);
        return true;
    }

    @Override
    public void onWritable(Pipe pipe) {
        sendPort.signal();
    }

    @Override
    public void onClosed(Pipe pipe, String reason) {
        peers.remove(pipe);
        sendPort.signal(); // with failNoPeers they fail now
    }

    @Override
    public void close(SpException cause) {
        sendPort.close(cause);
    }
}
