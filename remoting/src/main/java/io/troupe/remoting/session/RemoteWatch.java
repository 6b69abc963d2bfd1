// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.actor.Terminated;
import io.troupe.core.continuation.Observer;
import io.troupe.core.continuation.SettablePromise;
import io.troupe.core.error.EndReason;
import io.troupe.core.error.LinkLostException;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.TargetId;
import org.jspecify.annotations.Nullable;

/** Somebody of this side watches an actor of the other one. Loop only. */
final class RemoteWatch implements StreamHandler {
    private final Streams streams;
    private final WriteQueue out;
    private final SessionState state;
    private final String address;
    private final SettablePromise<Terminated> end;
    private long stream;

    /**
     * Has not been asked for.
     *
     * @param address of the actor
     * @param end fulfilled with its end
     */
    RemoteWatch(Streams streams, WriteQueue out, SessionState state, String address, SettablePromise<Terminated> end) {
        this.streams = streams;
        this.out = out;
        this.state = state;
        this.address = address;
        this.end = end;
    }

    /** Asks to be told about the end of a target. Any thread. */
    void begin(OutCell cell) {
        out.execute(() -> begin(cell.to()));
        if (state.isDown()) { // the task may have been dropped
            lost();
        }
    }

    /** Asks; who cancels the promise stops watching. */
    private void begin(TargetId to) {
        if (state.isDown()) { // since it was asked for: nobody else would tell
            lost();
            return;
        }
        stream = streams.open(this);
        out.urgent(new Frame.Watch(stream, to));
        new Observer<Terminated>() {
            @Override
            protected void onValue(@Nullable Terminated terminated) {
                // over
            }

            @Override
            protected void onFailure(Throwable cause) {
                out.execute(RemoteWatch.this::stop);
            }
        }.observe(end);
    }

    private void stop() {
        if (streams.close(stream) == this) {
            out.urgent(new Frame.Cancel(stream));
        }
    }

    @Override
    public void onEnded(String there, String reason) {
        end.complete(new Terminated(address, reason(reason), null));
    }

    private static EndReason reason(String name) {
        for (EndReason reason : EndReason.values()) {
            if (reason.name().equalsIgnoreCase(name)) {
                return reason;
            }
        }
        return EndReason.STOPPED; // of a newer version
    }

    /** There is nothing to watch: as if it had ended. */
    @Override
    public void onFail(Failure failure) {
        end.complete(new Terminated(address, EndReason.STOPPED, Failures.toException(failure, "target=" + address)));
    }

    @Override
    public void onLost(LinkLostException cause) {
        end.complete(new Terminated(address, EndReason.LINK_LOST, cause));
    }

    /** The link has ended before it was asked. Any thread. */
    private void lost() {
        end.complete(new Terminated(address, EndReason.LINK_LOST, null));
    }
}
