// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.ReqSocket;
import io.troupe.sp.socket.SocketContext;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpException;
import java.time.Duration;
import java.util.Queue;
import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;

/** Opens REQ sockets, and is one. */
final class RequestSocket extends PlainSocket implements ReqSocket {
    /** Contexts kept for the next {@link #ask}. */
    private static final int SPARE = 16;

    private final SocketCore core;
    private final RequestPattern pattern;
    private final Queue<RequestContext> spare = new MpmcVarHandleArrayQueue<>(SPARE);

    private RequestSocket(SocketCore core, RequestPattern pattern, RequestContext own) {
        super(core, pattern, own, own);
        this.core = core;
        this.pattern = pattern;
    }

    /** A REQ socket. */
    static ReqSocket open(SocketOptions options, SocketEngine engine) {
        SocketCore core = new SocketCore(Protocol.REQ, options, engine);
        RequestPattern pattern = new RequestPattern(core);
        return new RequestSocket(core, pattern, new RequestContext(core, pattern));
    }

    /** A raw one: headers pass as they are, nothing is sent again. */
    static DuplexSocket raw(SocketOptions options, SocketEngine engine) {
        return RawAskPattern.open(Protocol.REQ, false, options, engine);
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
        long start = System.nanoTime();
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
            throw e;
        }
        try {
            long left = limitNanos == Long.MAX_VALUE ? limitNanos : limitNanos - (System.nanoTime() - start);
            return context.receive(Math.max(0, left));
        } finally {
            context.forget(); // nothing after a reply
            spare.offer(context);
        }
    }

    @Override
    public SocketContext context() {
        RequestContext context = new RequestContext(core, pattern);
        context.check();
        return new OwningContext(context);
    }
}
