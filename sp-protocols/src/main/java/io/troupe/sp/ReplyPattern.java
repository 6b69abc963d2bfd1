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
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The rules of REP and RESPONDENT: each request keeps the way it came, its answer goes back there. Malformed requests and
 * those with more hops than the TTL are dropped, their pipe stays. Source: the SP RFCs {@code sp-request-reply} and {@code
 * sp-surveyor-respondent}.
 */
final class ReplyPattern implements Pattern {
    private final SocketCore core;
    private final RequestQueue requests;
    private final ReplyContext own;
    private final AtomicReference<@Nullable RequestServer> serving = new AtomicReference<>();
    private volatile @Nullable SpException closed;

    ReplyPattern(SocketCore core) {
        this.core = core;
        this.requests = new RequestQueue(core);
        this.own = new ReplyContext(core, this);
    }

    @Override
    public MessageSender sender() {
        return own;
    }

    @Override
    public MessageReceiver receiver() {
        return own;
    }

    RequestQueue requests() {
        return requests;
    }

    ReplyContext newContext() {
        checkOpen();
        return new ReplyContext(core, this);
    }

    void serve(Function<? super SpMessage, ? extends Promise<SpMessage>> handler) {
        checkOpen();
        RequestServer server = new RequestServer(core, requests, handler);
        if (!serving.compareAndSet(null, server)) {
            throw new SpException(SpError.STATE, "a socket has one handler only: protocol=" + core.protocol());
        }
        requests.wakeAll(); // those who receive fail now
        core.watch();
        server.run();
    }

    /** A request was taken, and nobody wants it any more: another receiver, or the handler, gets it. */
    void giveBack(SpMessage request) {
        requests.putBack(request);
        serveNext();
    }

    private void serveNext() {
        RequestServer server = serving.get();
        if (server != null) {
            server.run();
        }
    }

    /** Whether a handler gets all requests. */
    boolean isServed() {
        return serving.get() != null;
    }

    void checkOpen() {
        SpException cause = closed;
        if (cause != null) {
            throw new SpException(cause.reason(), String.valueOf(cause.getMessage()), cause);
        }
    }

    @Override
    public boolean attach(Pipe pipe) {
        requests.attach(pipe);
        if (isServed()) {
            pipe.watch();
        }
        return true;
    }

    @Override
    public boolean onMessage(Pipe pipe, SpMessage message) {
        DropReason cause = Backtrace.read(message, core.options().ttl());
        if (cause != null) {
            message.release();
            core.counters().dropped(cause);
            return true;
        }
        if (!requests.put(pipe, message)) {
            return false;
        }
        serveNext();
        return true;
    }

    @Override
    public void onWritable(Pipe pipe) {
        requests.onWritable(pipe);
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
