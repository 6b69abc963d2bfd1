// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.MessageReceiver;
import io.troupe.sp.socket.MessageSender;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.Pipe;

/**
 * The rules of PAIR version 1: a word before each body counts its hops, 1 for a new message, and those beyond the TTL are
 * dropped. Raw sockets add 1 when a message arrives, so that it can be sent on as it is, however often that is tried.
 */
final class Pair1Pattern implements Pattern {
    private static final int FIRST_HOP = 1;
    private static final int MOST_HOPS = 0xff;
    private static final int MALFORMED = -1;

    private final SocketCore core;
    private final PairPeers peers;
    private final boolean raw;
    private final SendPort sendPort;
    private final ReceiveQueue receiveQueue;

    Pair1Pattern(SocketCore core, PairPeers peers, boolean raw) {
        this.core = core;
        this.peers = peers;
        this.raw = raw;
        this.sendPort = core.sendPort(this::send);
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

    private SendResult send(SpMessage message) {
        if (!raw) {
            message.clearHeader();
        } else if (message.headerSize() > 1) {
            throw new SpException(
                    SpError.STATE,
                    "a raw PAIR1 message has one word of header, its hops: words=" + message.headerSize());
        }
        if (message.headerSize() == 0) {
            message.pushHeader(FIRST_HOP);
        }
        return peers.give(message);
    }

    @Override
    public boolean admits(Pipe pipe) {
        return peers.admits(pipe);
    }

    @Override
    public boolean attach(Pipe pipe) {
        peers.add(pipe);
        sendPort.signal();
        return true;
    }

    @Override
    public boolean onMessage(Pipe pipe, SpMessage message) {
        int hops = hops(message);
        if (hops == MALFORMED) {
            return dropped(message, DropReason.MALFORMED);
        }
        if (hops > core.options().ttl()) {
            return dropped(message, DropReason.TTL);
        }
        message.pipe(pipe.id());
        if (raw) {
            message.pushHeader(hops + 1);
        }
        if (receiveQueue.put(pipe, message)) {
            return true;
        }
        // it will be offered again, then without the word before the body: a header, which a message that arrives never
        // has, keeps it so long
        message.clearHeader();
        message.pushHeader(hops);
        return false;
    }

    private static int hops(SpMessage message) {
        if (message.headerSize() > 0) {
            return message.popHeader(); // was refused before
        }
        int word = message.hasWord() ? message.takeWord() : MALFORMED;
        return word < 0 || word > MOST_HOPS ? MALFORMED : word;
    }

    private boolean dropped(SpMessage message, DropReason cause) {
        message.release();
        core.counters().dropped(cause);
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
        receiveQueue.close(cause);
    }
}
