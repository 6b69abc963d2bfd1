// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.transport.Pipe;
import java.util.concurrent.atomic.AtomicInteger;

/** One pipe as those see it who answer: what it has in the line of requests, and the line of answers to it. Thread-safe. */
final class ReplyPipe {
    private final int id;
    private final Pipe pipe;
    private final SocketCounters counters;
    private final SendPort sendPort;
    private final AtomicInteger queued = new AtomicInteger();
    private volatile boolean refused;
    private volatile boolean gone;

    ReplyPipe(Pipe pipe, SocketCore core) {
        this.id = pipe.id();
        this.pipe = pipe;
        this.counters = core.counters();
        this.sendPort = core.sendPort(this::toPipe);
    }

    int id() {
        return id;
    }

    /** Its pipe. */
    Pipe pipe() {
        return pipe;
    }

    /** Sends to this pipe; drops and counts what is sent to a lost one. */
    SendPort sendPort() {
        return sendPort;
    }

    /** Whether the pipe is lost. */
    boolean isGone() {
        return gone;
    }

    private SendResult toPipe(SpMessage message) {
        if (gone) {
            message.release();
            counters.dropped(DropReason.PEER_GONE);
            return SendResult.DROPPED;
        }
        return SendResult.of(pipe.offer(message));
    }

    void leave() {
        gone = true;
        sendPort.signal(); // who waits for room drops its answer
    }

    AtomicInteger queued() {
        return queued;
    }

    boolean refused() {
        return refused;
    }

    void refused(boolean now) {
        refused = now;
    }
}
