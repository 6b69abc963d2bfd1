// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.transport.Pipe;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Any number of peers. A message goes through the pipe whose number it bears, without one to any peer, in turn. It is dropped
 * when that pipe is gone or full, so that one slow peer does not hold up the others; it waits only while there is nobody.
 */
final class ManyPeers implements PairPeers {
    private static final int ANY = 0; // not a pipe's number

    private final SocketCore core;
    private final Map<Integer, Pipe> byNumber = new ConcurrentHashMap<>();
    private final RoundRobin any = new RoundRobin();

    ManyPeers(SocketCore core) {
        this.core = core;
    }

    @Override
    public boolean admits(Pipe pipe) {
        return true;
    }

    @Override
    public void add(Pipe pipe) {
        byNumber.put(pipe.id(), pipe);
        any.add(pipe);
    }

    @Override
    public void remove(Pipe pipe) {
        any.remove(pipe);
        byNumber.remove(pipe.id());
    }

    @Override
    public SendResult give(SpMessage message) {
        if (message.pipe() == ANY) {
            return toAny(message);
        }
        Pipe pipe = byNumber.get(message.pipe());
        if (pipe == null) {
            return dropped(message, DropReason.PEER_GONE);
        }
        return pipe.offer(message) ? SendResult.SENT : dropped(message, DropReason.SEND_QUEUE_FULL);
    }

    private SendResult toAny(SpMessage message) {
        if (any.offer(message) != null) {
            return SendResult.SENT;
        }
        if (any.isEmpty()) {
            core.checkPeers();
            return SendResult.NOT_NOW;
        }
        return dropped(message, DropReason.SEND_QUEUE_FULL);
    }

    private SendResult dropped(SpMessage message, DropReason cause) {
        message.release();
        core.counters().dropped(cause);
        return SendResult.DROPPED;
    }
}
