// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.ReqSocket;
import io.troupe.sp.socket.SocketContext;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.time.Duration;
import java.util.Queue;
import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;

/** A REQ socket. */
final class RequestSocket extends PatternSocket implements ReqSocket {
    /** Contexts kept for the next {@link #ask}. */
    private static final int SPARE = 16;

    private final SocketCore core;
    private final RequestPattern pattern;
    private final Queue<RequestContext> spare = new MpmcVarHandleArrayQueue<>(SPARE);

    RequestSocket(SocketCore core, RequestPattern pattern) {
        super(core, pattern, false);
        this.core = core;
        this.pattern = pattern;
    }

    @Override
    public Promise<SpMessage> request(SpMessage message) {
        return RequestPromise.ask(pattern, core, message.handOver());
    }

    @Override
    public SpMessage ask(SpMessage message) {
        return ask(message, core.options().receiveTimeout());
    }

    @Override
    public SpMessage ask(SpMessage message, Duration limit) {
        long limitNanos = Timeouts.nanos(limit);
        long start = core.timers().nanos();
        SpMessage own = message.handOver();
        RequestContext context = spare.poll();
        if (context == null) {
            context = new RequestContext(core, pattern);
        }
        try {
            context.send(own, limitNanos);
        } catch (SpException e) {
            own.release();
            spare.offer(context);
            throw unanswered(e, limit);
        }
        try {
            long left = limitNanos == Long.MAX_VALUE
                    ? limitNanos
                    : limitNanos - (core.timers().nanos() - start);
            return context.receive(Math.max(0, left));
        } catch (SpException e) {
            throw unanswered(e, limit);
        } finally {
            context.forget(); // nothing after a reply
            spare.offer(context);
        }
    }

    /** What has to be told of a time that has passed is the caller's limit, and whether there was anybody to answer. */
    private SpException unanswered(SpException failure, Duration limit) {
        return failure.reason() == SpError.TIMED_OUT
                ? new SpException(
                        SpError.TIMED_OUT,
                        "a request must be answered within its limit: limit=" + limit + ", peers=" + pipes().size())
                : failure;
    }

    @Override
    public SocketContext context() {
        RequestContext context = new RequestContext(core, pattern);
        context.check();
        return new ContextPort(context);
    }
}
