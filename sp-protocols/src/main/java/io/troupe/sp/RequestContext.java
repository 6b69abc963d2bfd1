// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A classic conversation: one request at a time, then its reply. Thread-safe. */
final class RequestContext extends QuestionContext<ContextRequest> {
    private final SocketCore core;
    private final RequestPattern pattern;
    private final LiveOptions settings;

    RequestContext(SocketCore core, RequestPattern pattern) {
        super(core);
        this.core = core;
        this.pattern = pattern;
        this.settings = core.settings();
    }

    @Override
    public void send(SpMessage message) {
        send(message, settings.sendNanos());
    }

    @Override
    public void send(SpMessage message, Duration limit) {
        send(message, Timeouts.nanos(limit));
    }

    void send(SpMessage message, long limitNanos) {
        ContextRequest request = asked(message);
        try {
            pattern.send(request, limitNanos);
        } catch (SpException e) {
            end(request, e);
            throw e;
        }
    }

    @Override
    public boolean trySend(SpMessage message) {
        ContextRequest request = asked(message);
        try {
            if (pattern.sendNow(request)) {
                return true;
            }
        } catch (SpException e) {
            end(request, e);
            throw e;
        }
        end(request, error(SpError.CANCELED, "the request could not be sent at once"));
        return false;
    }

    @Override
    public Promise<Void> sendLater(SpMessage message) {
        ContextRequest request;
        try {
            request = asked(message);
        } catch (SpException e) {
            message.release();
            return Promise.failed(e);
        }
        try {
            if (pattern.sendNow(request)) {
                return Promise.done();
            }
        } catch (SpException e) {
            end(request, e);
            message.release();
            return Promise.failed(e);
        }
        if (core.options().bestEffort()) {
            pattern.submit(request);
            return Promise.done();
        }
        CompletablePromise<Void> held = new CompletablePromise<>();
        new SendObserver<>(held, pipe -> {}, cause -> notSent(request, message, cause))
                .observe(pattern.sendLater(request, settings.sendNanos(), held));
        return held;
    }

    private ContextRequest asked(SpMessage message) {
        ContextRequest request = new ContextRequest(this, message);
        begin(request);
        return request;
    }

    @Override
    @Nullable
    SpMessage take(ContextRequest request) {
        return request.take();
    }

    @Override
    boolean putBack(ContextRequest request, SpMessage reply) {
        return request.putBack(reply);
    }

    @Override
    boolean endsWithFirst() {
        return true;
    }

    @Override
    void giveUp(ContextRequest request, SpException cause) {
        if (!pattern.giveUp(request, cause)) {
            request.discard(cause);
        }
    }

    @Override
    @Nullable
    SpException socketClosed() {
        return pattern.closed();
    }

    @Override
    void dropLate(SpMessage reply) {
        pattern.dropLate(reply);
    }

    private void notSent(ContextRequest request, SpMessage message, Throwable cause) {
        end(request, cause instanceof SpException known ? known : error(SpError.CANCELED, "the send was given up"));
        message.release();
    }
}
