// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.MessageReceiver;
import io.troupe.sp.socket.MessageSender;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.Pipe;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The rules of REQ: a request goes to one peer, the peers take turns; it is sent again when its pipe is lost and when the
 * resend time is over, until its answer comes. Thread-safe; calls pipes and requests without its lock. Source: the SP RFC
 * {@code sp-request-reply}.
 *
 * <p>A request is pending before it is offered to a pipe, since its answer may come during the offer. Two lines wait
 * for room: requests that are the pattern's ({@code unsent}) go first, then the senders who wait with theirs.
 */
final class RequestPattern implements Pattern {
    private final SocketCore core;
    private final boolean resends;
    private final PendingRequests pending;
    private final RoundRobin peers = new RoundRobin();
    /** What is tried gives the pipe that has taken the request. */
    private final WaitQueue<OpenRequest, Pipe> senders;

    private final RequestContext own;
    private final AtomicInteger work = new AtomicInteger();

    RequestPattern(SocketCore core) {
        this.core = core;
        this.resends = !core.options().resendTime().isZero();
        this.pending = new PendingRequests(core, this::onDue);
        this.senders = new WaitQueue<>("a send", this::trySend, core.spinner(), core);
        this.own = new RequestContext(core, this);
    }

    @Override
    public MessageSender sender() {
        return own;
    }

    @Override
    public MessageReceiver receiver() {
        return own;
    }

    // ---- for those who ask ---------------------------------------------------------------------------------------

    /**
     * Sends, waits for a peer with room; with best effort it is sent later instead.
     *
     * @throws SpException why not; the message is then the caller's, the request is to be given up
     */
    void send(OpenRequest request, long limitNanos) {
        if (!core.options().bestEffort()) {
            senders.await(request, limitNanos);
        } else if (senders.tryNow(request) == null) {
            queue(request);
        }
    }

    /** Whether it could be sent now. */
    boolean sendNow(OpenRequest request) {
        return senders.tryNow(request) != null;
    }

    /** Sends it now or later; a failure is told to the request. The message is the pattern's in any case. */
    void submit(OpenRequest request) {
        try {
            if (senders.tryNow(request) == null) {
                queue(request);
            }
        } catch (SpException e) {
            giveUp(request, e);
        }
        SpMessage unsent = request.given;
        if (unsent != null) {
            request.given = null;
            unsent.release();
        }
    }

    /** Sends it as soon as there is a peer with room, unless the promise that its sender holds fails before. */
    Promise<Pipe> sendLater(OpenRequest request, long limitNanos, Promise<?> held) {
        return senders.later(request, core.timers(), limitNanos, held);
    }

    /**
     * Nobody wants the answer any more, or there will be none.
     *
     * @return false if it was done before
     */
    boolean giveUp(OpenRequest request, SpException cause) {
        boolean sending = request.given != null;
        if (!pending.finish(request)) {
            return false;
        }
        request.onFailure(cause);
        if (sending) {
            senders.signalAll(); // a thread may wait for its room
        }
        return true;
    }

    /** The error of a closed socket, if it is. */
    @Nullable
    SpException closed() {
        return pending.closed();
    }

    // ---- towards pipes -------------------------------------------------------------------------------------------

    private @Nullable Pipe trySend(OpenRequest request) {
        if (request.done) {
            throw new SpException(SpError.CANCELED, "the request was given up");
        }
        core.checkPeers();
        if (pending.hasUnsent()) {
            return null; // they came before
        }
        return sendFirst(request);
    }

    private @Nullable Pipe sendFirst(OpenRequest request) {
        SpMessage message = request.given;
        if (message == null || peers.isEmpty()) {
            return null;
        }
        int size = message.size(); // afterwards it is not ours
        pending.enter(request, message, resends);
        Pipe pipe = peers.offer(message);
        if (pipe == null) {
            message.clearHeader();
            pending.leave(request);
            return null;
        }
        request.given = null;
        core.counters().sent(size);
        if (request.isWatched()) {
            pipe.watch();
        }
        sent(request, pipe);
        return pipe;
    }

    private void queue(OpenRequest request) {
        pending.queue(request);
        drain(); // there may be room since the last attempt
        if (isForsaken()) { // or nobody any more
            failForsaken(List.of(request));
        }
    }

    private void sent(OpenRequest request, Pipe pipe) {
        if (!pending.sent(request, pipe)) {
            afterLoss(List.of(request));
        }
    }

    /** Sends what is unsent, until there is no room. */
    private void drain() {
        if (work.getAndIncrement() != 0) {
            return; // the one who is at it looks again
        }
        int seen;
        do {
            seen = work.get();
            while (sendUnsent()) {}
        } while (work.addAndGet(-seen) != 0);
        senders.signal();
    }

    private boolean sendUnsent() {
        PendingRequests.Copy copy = pending.takeUnsent();
        if (copy == null) {
            return false;
        }
        int size = copy.message().size();
        Pipe pipe = peers.offer(copy.message());
        if (pipe == null) {
            pending.putBack(copy);
            return false;
        }
        if (copy.again()) {
            core.counters().resent();
        } else {
            core.counters().sent(size);
        }
        pipe.watch(); // those who wait may not know that it is this pipe now
        sent(copy.request(), pipe);
        return true;
    }

    private void onDue() {
        pending.moveDue();
        drain();
    }

    /** These were with a lost pipe and are in no list. */
    private void afterLoss(List<OpenRequest> lost) {
        if (isForsaken()) {
            failForsaken(lost);
        } else if (!resends) {
            failAll(lost, SpError.CONNECTION_LOST, "the peer that was asked is gone, and requests are not sent again");
        } else {
            pending.queueAgain(lost);
            drain();
        }
    }

    private boolean isForsaken() {
        return core.options().failNoPeers() && peers.isEmpty();
    }

    private void failForsaken(List<OpenRequest> requests) {
        failAll(requests, SpError.NO_PEERS, "the last peer has left");
    }

    private void failAll(List<OpenRequest> requests, SpError reason, String message) {
        for (OpenRequest request : requests) {
            giveUp(request, new SpException(reason, message + ": protocol=" + core.protocol()));
        }
    }

    // ---- from pipes ----------------------------------------------------------------------------------------------

    @Override
    public boolean attach(Pipe pipe) {
        pending.attach(pipe);
        peers.add(pipe);
        drain();
        return true;
    }

    @Override
    public boolean onMessage(Pipe pipe, SpMessage message) {
        int id = message.hasWord() ? message.takeWord() : 0;
        if (!Backtrace.isId(id)) {
            drop(message, DropReason.MALFORMED);
            return true;
        }
        OpenRequest request = pending.answered(id);
        if (request == null) {
            drop(message, DropReason.LATE);
            return true;
        }
        message.pipe(pipe.id());
        request.onReply(message);
        return true;
    }

    /** A reply that nobody waits for. */
    void dropLate(SpMessage reply) {
        drop(reply, DropReason.LATE);
    }

    private void drop(SpMessage message, DropReason cause) {
        message.release();
        core.counters().dropped(cause);
    }

    @Override
    public void onWritable(Pipe pipe) {
        drain();
    }

    @Override
    public void onClosed(Pipe pipe, String reason) {
        peers.remove(pipe);
        afterLoss(pending.detach(pipe));
        if (isForsaken()) {
            failForsaken(pending.unsent());
        }
        senders.signal(); // with failNoPeers they fail now
    }

    @Override
    public void close(SpException cause) {
        List<OpenRequest> left = pending.close(cause);
        senders.end(cause);
        left.forEach(request -> request.onFailure(cause));
    }
}
