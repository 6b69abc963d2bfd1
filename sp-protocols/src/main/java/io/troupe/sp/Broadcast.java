// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.MessageSender;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.Pipe;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Sends each message to all pipes; sending never waits, so all styles of it are the same. All pipes share one body, which
 * is not copied. Headers do not go on the wire. Thread-safe, without a lock on the way of messages.
 */
final class Broadcast implements MessageSender {
    private static final int NOBODY = 0; // not a pipe's number

    private final SocketCore core;
    private final boolean toOthersOnly;
    private final Map<Integer, BroadcastPipe> byPipe = new ConcurrentHashMap<>();
    private final Object lock = new Object();
    private volatile BroadcastPipe[] targets = {};
    private volatile @Nullable SpException end;

    /**
     * To nobody yet.
     *
     * @param toOthersOnly whether the first word of a header, if there is one, is the number of a pipe to be left out
     */
    Broadcast(SocketCore core, boolean toOthersOnly) {
        this.core = core;
        this.toOthersOnly = toOthersOnly;
    }

    /** One pipe more. */
    void add(Pipe pipe) {
        BroadcastPipe target = new BroadcastPipe(
                pipe,
                core.counters(),
                core.options().preferNew(),
                core.options().sendBuffer());
        byPipe.put(pipe.id(), target);
        synchronized (lock) {
            BroadcastPipe[] more = Arrays.copyOf(targets, targets.length + 1);
            more[targets.length] = target;
            targets = more;
        }
    }

    /** The pipe is closed. */
    void remove(Pipe pipe) {
        BroadcastPipe target = byPipe.remove(pipe.id());
        if (target != null) {
            synchronized (lock) {
                targets =
                        Arrays.stream(targets).filter(other -> other != target).toArray(BroadcastPipe[]::new);
            }
            target.end(DropReason.PEER_GONE);
        }
    }

    /** The pipe may have room again. */
    void onWritable(Pipe pipe) {
        BroadcastPipe target = byPipe.get(pipe.id());
        if (target != null) {
            target.onWritable();
        }
    }

    /** Nothing is sent any more. */
    void close(SpException cause) {
        end = cause;
        // what the targets hold is lost: their pipes are full and take nothing more when they close gently
        for (BroadcastPipe target : targets) {
            target.end(DropReason.CLOSED);
        }
    }

    @Override
    public void send(SpMessage message) {
        SpException closed = end;
        if (closed != null) {
            throw new SpException(closed.reason(), String.valueOf(closed.getMessage()), closed);
        }
        BroadcastPipe[] all = targets;
        if (all.length == 0) {
            core.checkPeers();
            message.release();
            core.counters().dropped(DropReason.NO_PEER);
            return;
        }
        int source = toOthersOnly && message.headerSize() > 0 ? message.headerWord(0) : NOBODY;
        message.clearHeader();
        core.counters().sent(message.size());
        broadcast(message, all, source);
    }

    private static void broadcast(SpMessage message, BroadcastPipe[] all, int source) {
        BroadcastPipe next =
                null; // one behind, so that the last gets the message itself, for a single peer without sharing
        for (BroadcastPipe target : all) {
            if (source != NOBODY && target.id() == source) {
                continue;
            }
            if (next != null) {
                next.send(message.retain());
            }
            next = target;
        }
        if (next == null) {
            message.release(); // its source is the only peer: nothing is lost
        } else {
            next.send(message);
        }
    }

    @Override
    public void send(SpMessage message, Duration limit) {
        send(message);
    }

    @Override
    public boolean trySend(SpMessage message) {
        send(message);
        return true;
    }

    @Override
    public Promise<Void> sendLater(SpMessage message) {
        try {
            send(message);
            return Promise.done();
        } catch (SpException e) {
            message.release();
            return Promise.failed(e);
        }
    }
}
