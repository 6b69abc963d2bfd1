// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.continuation.SettablePromise;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.WireException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A promise that the other side has handed over: settles when its outcome comes, or fails with the link, or if there is no memory for
 * an outcome that nobody can look at yet. Loop only.
 */
final class RemotePromise implements StreamHandler {
    private final SettablePromise<Object> promise;
    private final Streams streams;
    private final String where;
    private final TypeSerializer<?> serializer;
    private @Nullable PromiseCarrier carrier;

    /**
     * Not settled yet.
     *
     * @param promise to be settled
     */
    RemotePromise(
            SettablePromise<Object> promise, Streams streams, String peer, long stream, TypeSerializer<?> serializer) {
        this.promise = promise;
        this.streams = streams;
        this.where = "promise=" + stream + ", peer=" + peer;
        this.serializer = serializer;
    }

    /** Settles when its outcome comes. */
    Promise<Object> promise() {
        return promise;
    }

    @Override
    public void onCarried(PromiseCarrier by) {
        carrier = by;
    }

    @Override
    public void onReply(Payload.Incoming value) {
        PromiseCarrier by = carrier;
        if (by != null && !by.carries(value.weight())) {
            promise.fail(
                    new CallRefusedException("the outcome of a promise must find memory while its call waits: bytes="
                            + value.weight() + ", " + where));
            return;
        }
        try {
            promise.complete(streams.read(value, List.of(serializer))[0]);
        } catch (WireException e) {
            promise.fail(
                    new CallRefusedException("a value must be decodable: " + where + ", cause=" + e.getMessage(), e));
        }
    }

    @Override
    public boolean isAwaited() {
        return true;
    }

    @Override
    public void onFail(Failure failure) {
        promise.fail(Failures.toException(failure, where));
    }

    @Override
    public void onLost(LinkLostException cause) {
        promise.fail(new LinkLostException(cause.getMessage() + ", " + where, true));
    }
}
