// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.continuation.DefaultPromise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;

/** The reply to one request; given up when nobody wants it any more. */
final class RequestPromise extends DefaultPromise<SpMessage> {
    private final RequestPattern pattern;
    private final SocketCore core;
    private final OpenRequest request;

    private RequestPromise(RequestPattern pattern, SocketCore core, SpMessage message) {
        this.pattern = pattern;
        this.core = core;
        this.request = new Promised(message);
    }

    static RequestPromise ask(RequestPattern pattern, SocketCore core, SpMessage message) {
        RequestPromise promise = new RequestPromise(pattern, core, message);
        pattern.submit(promise.request);
        return promise;
    }

    @Override
    protected void onAbandoned() {
        pattern.giveUp(request, new SpException(SpError.CANCELED, "nobody wants the reply any more"));
    }

    private void replied(SpMessage reply) {
        int size = reply.size();
        if (settleValue(reply)) {
            core.counters().received(size);
        } else {
            pattern.dropLate(reply);
        }
    }

    private void failed(SpException cause) {
        settleFailure(cause);
    }

    private final class Promised extends OpenRequest {
        Promised(SpMessage message) {
            super(message);
        }

        @Override
        boolean isWatched() {
            return true;
        }

        @Override
        void onReply(SpMessage reply) {
            replied(reply);
        }

        @Override
        void onFailure(SpException cause) {
            failed(cause);
        }
    }
}
