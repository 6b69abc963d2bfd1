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
 * The rules of raw REP and raw RESPONDENT, for devices: a received message has the number of its pipe before the words of its
 * header; a sent one goes to the pipe that its first word names, without that word. Sending never waits.
 */
final class RawReplyPattern implements Pattern {
    private final SocketCore core;
    private final RequestQueue requests;
    private final MessageSender sender = new ImmediateSender(this::send);
    private volatile @Nullable SpException closed;

    RawReplyPattern(SocketCore core) {
        this.core = core;
        this.requests = new RequestQueue(core);
    }

    @Override
    public MessageSender sender() {
        return sender;
    }

    @Override
    public MessageReceiver receiver() {
        return new RequestReceiver(core, requests);
    }

    private void send(SpMessage message) {
        SpException cause = closed;
        if (cause != null) {
            throw new SpException(cause.reason(), String.valueOf(cause.getMessage()), cause);
        }
        if (message.headerSize() == 0) {
            drop(message, DropReason.MALFORMED);
            return;
        }
        ReplyPipe replyPipe = requests.replyPipe(message.popHeader());
        if (replyPipe == null) {
            drop(message, DropReason.PEER_GONE);
            return;
        }
        int size = message.size();
        if (replyPipe.pipe().offer(message)) {
            core.counters().sent(size);
        } else {
            drop(message, DropReason.SEND_QUEUE_FULL);
        }
    }

    private void drop(SpMessage message, DropReason cause) {
        message.release();
        core.counters().dropped(cause);
    }

    @Override
    public boolean attach(Pipe pipe) {
        requests.attach(pipe);
        return true;
    }

    @Override
    public boolean onMessage(Pipe pipe, SpMessage message) {
        boolean again = message.headerSize() > 0;
        DropReason cause = Backtrace.read(message, core.options().ttl());
        if (cause != null) {
            drop(message, cause);
            return true;
        }
        if (!again) {
            message.pushHeader(pipe.id());
        }
        return requests.put(pipe, message);
    }

    @Override
    public void onWritable(Pipe pipe) {
        // nobody waits for room
    }

    @Override
    public void onClosed(Pipe pipe, String reason) {
        requests.detach(pipe);
    }

    @Override
    public void close(SpException cause) {
        closed = cause;
        requests.close(cause);
    }
}
