// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.continuation.Observer;
import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Hands requests to a handler and sends its answers back, each its own way; so many at a time, more wait in the queue of
 * requests. Any thread runs it, one at a time hands over: the others leave it a note ({@code work}). A request counts as open
 * until its answer is with the pipe.
 */
final class RequestServer {
    private final RequestQueue requests;
    private final SocketCounters counters;
    private final ServiceFailures failures;
    private final int most;
    private final Duration limit;
    private final long sendNanos;
    private final TimeoutQueue timeLimit;
    private final Function<? super SpMessage, ? extends Promise<SpMessage>> handler;
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger work = new AtomicInteger();

    RequestServer(
            SocketCore core, RequestQueue requests, Function<? super SpMessage, ? extends Promise<SpMessage>> handler) {
        SocketOptions options = core.options();
        this.requests = requests;
        this.counters = core.counters();
        this.failures = new ServiceFailures(core.protocol(), counters);
        this.most = options.receiveBuffer();
        this.limit = options.serviceTimeout();
        this.sendNanos = Math.min(Timeouts.nanos(options.sendTimeout()), Timeouts.nanos(limit));
        this.timeLimit = new TimeoutQueue(core.timers(), Timeouts.nanos(limit));
        this.handler = handler;
    }

    /** A request has come, or one has been answered. */
    void run() {
        if (work.getAndIncrement() != 0) {
            return; // the one who is at it looks again
        }
        int seen;
        do {
            seen = work.get();
            while (open.get() < most) {
                SpMessage request = requests.poll();
                if (request == null) {
                    break;
                }
                open.incrementAndGet();
                handle(request);
            }
        } while (work.addAndGet(-seen) != 0);
    }

    private void handle(SpMessage request) {
        counters.received(request.size());
        ReplyRoute route = new ReplyRoute();
        route.takeFrom(request, requests);
        Answer answer = new Answer(route);
        Promise<SpMessage> promise;
        try {
            promise = Objects.requireNonNull(
                    MustNotWait.call(() -> handler.apply(request)), "a handler must return a promise: returned=null");
        } catch (Throwable e) { // whatever it throws, the others must be served
            answer.onFailure(e);
            return;
        }
        if (!promise.isSettled()) {
            answer.limit();
        }
        answer.observe(promise);
    }

    private void finished() {
        open.decrementAndGet();
        run();
    }

    /** An answer that is to come. Its value, its failure and the end of its time race: the first one counts. */
    private final class Answer extends Observer<SpMessage> {
        private final ReplyRoute route;
        private final AtomicBoolean over = new AtomicBoolean();
        private TimeoutQueue.@Nullable Entry entry;

        Answer(ReplyRoute route) {
            this.route = route;
        }

        /** Before it is observed. */
        void limit() {
            entry = timeLimit.enter(this::timeOver);
        }

        private void timeOver() {
            if (over.compareAndSet(false, true)) {
                failures.overdue(limit);
                finished();
            }
        }

        private boolean isInTime() {
            if (!over.compareAndSet(false, true)) {
                return false;
            }
            if (entry != null) {
                timeLimit.leave(entry);
            }
            return true;
        }

        @Override
        protected void onValue(@Nullable SpMessage answer) {
            if (!isInTime()) {
                if (answer != null) {
                    answer.close();
                    failures.late();
                }
                return;
            }
            if (answer == null) {
                failures.unanswered();
                finished();
                return;
            }
            try {
                send(answer);
            } catch (RuntimeException e) { // a message that the handler has released, say
                failures.failed(e);
                finished();
            }
        }

        private void send(SpMessage answer) {
            SpMessage own = answer.handOver();
            ReplyPipe replyPipe = route.replyPipe();
            if (replyPipe == null) {
                own.release();
                counters.dropped(DropReason.PEER_GONE);
                finished();
                return;
            }
            route.putOn(own);
            new Handed().observe(replyPipe.sendPort().sendLater(own, sendNanos));
        }

        @Override
        protected void onFailure(Throwable cause) {
            if (isInTime()) {
                failures.failed(cause);
                finished();
            }
        }
    }

    /** An answer that is on its way to its pipe. */
    private final class Handed extends Observer<Void> {
        @Override
        protected void onValue(@Nullable Void nothing) {
            finished();
        }

        @Override
        protected void onFailure(Throwable cause) {
            if (cause instanceof SpException sp && sp.reason() == SpError.TIMED_OUT) {
                failures.unsent();
            }
            finished();
        }
    }
}
