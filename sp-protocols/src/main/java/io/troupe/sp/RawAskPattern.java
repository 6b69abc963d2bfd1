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
 * The rules of raw REQ and raw SURVEYOR, for devices: messages are sent as they are, header and body, raw REQ to one peer in
 * turn, raw SURVEYOR to all (a peer without room misses it); received ones have the words before their body in the header.
 */
final class RawAskPattern implements Pattern {
    private final SocketCore core;
    private final RoundRobin peers = new RoundRobin();
    private final SendPort sendPort;
    private final MessageSender sender;
    private final ReceiveQueue receiveQueue;
    private volatile @Nullable SpException closed;

    /** @param toAll whether messages go to all peers */
    RawAskPattern(SocketCore core, boolean toAll) {
        this.core = core;
        this.sendPort = core.sendPort(this::toOne);
        this.sender = toAll ? new ImmediateSender(this::toAll) : sendPort;
        this.receiveQueue = core.receiveQueue();
    }

    @Override
    public MessageSender sender() {
        return sender;
    }

    @Override
    public MessageReceiver receiver() {
        return receiveQueue;
    }

    private SendResult toOne(SpMessage message) {
        core.checkPeers();
        return SendResult.of(peers.offer(message) != null);
    }

    private void toAll(SpMessage message) {
        SpException cause = closed;
        if (cause != null) {
            throw new SpException(cause.reason(), String.valueOf(cause.getMessage()), cause);
        }
        core.checkPeers();
        peers.offerAll(message, core.counters());
    }

    @Override
    public boolean attach(Pipe pipe) {
        peers.add(pipe);
        sendPort.signal();
        return true;
    }

    @Override
    public boolean onMessage(Pipe pipe, SpMessage message) {
        DropReason cause = Backtrace.read(message, Backtrace.LONGEST);
        if (cause != null) {
            message.release();
            core.counters().dropped(cause);
            return true;
        }
        message.pipe(pipe.id());
        return receiveQueue.put(pipe, message);
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
        closed = cause;
        sendPort.close(cause);
        receiveQueue.close(cause);
    }
}
