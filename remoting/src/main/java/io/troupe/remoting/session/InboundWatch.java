// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.actor.Terminated;
import io.troupe.core.continuation.Observer;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Frame;
import org.jspecify.annotations.Nullable;

/** The other side watches an actor of this one. */
final class InboundWatch implements StreamHandler {
    private final Streams streams;
    private final WriteQueue out;
    private final long stream;
    private final Promise<Terminated> end;

    /**
     * Not told yet.
     *
     * @param stream its number
     * @param end of the actor
     */
    InboundWatch(Streams streams, WriteQueue out, long stream, Promise<Terminated> end) {
        this.streams = streams;
        this.out = out;
        this.stream = stream;
        this.end = end;
    }

    /** Watches. Loop only. */
    void begin() {
        streams.accept(stream, this);
        observe();
    }

    private void observe() {
        new Observer<Terminated>() {
            @Override
            protected void onValue(@Nullable Terminated terminated) {
                out.execute(() -> ended(terminated));
            }

            @Override
            protected void onFailure(Throwable cause) {
                // cancelled below
            }
        }.observe(end);
    }

    private void ended(@Nullable Terminated terminated) {
        if (streams.close(stream, this) && terminated != null) {
            out.urgent(new Frame.Ended(
                    stream, terminated.address(), terminated.reason().name()));
        }
    }

    @Override
    public void onCancel() {
        end.cancel();
    }

    @Override
    public void onFail(Failure failure) {
        end.cancel();
    }

    @Override
    public void onLost(LinkLostException cause) {
        end.cancel();
    }
}
