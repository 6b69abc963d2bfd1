// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.actor.Terminated;
import io.troupe.core.error.EndReason;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Observer;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.TargetId;
import org.jspecify.annotations.Nullable;

/** Somebody of this side watches an actor of the other one. Loop only. */
final class RemoteWatch implements StreamHandler {
    private final RemoteHost session;
    private final String address;
    private final CompletablePromise<Terminated> end;
    private long stream;

    private RemoteWatch(RemoteHost session, String address, CompletablePromise<Terminated> end) {
        this.session = session;
        this.address = address;
        this.end = end;
    }

    /** Asks to be told about the end of a target. Any thread. */
    static void begin(RemoteHost session, OutCell cell, String address, CompletablePromise<Terminated> end) {
        RemoteWatch watching = new RemoteWatch(session, address, end);
        session.execute(() -> watching.begin(cell.to()));
        if (session.isDown()) { // the task may have been dropped
            watching.lost();
        }
    }

    /** Asks; who cancels the promise stops watching. */
    private void begin(TargetId to) {
        if (session.isDown()) { // since it was asked for: nobody else would tell
            lost();
            return;
        }
        stream = session.streams().open(this);
        session.writer().urgent(new Frame.Watch(stream, to));
        new Observer<Terminated>() {
            @Override
            protected void onValue(@Nullable Terminated terminated) {
                // over
            }

            @Override
            protected void onFailure(Throwable cause) {
                session.execute(RemoteWatch.this::stop);
            }
        }.observe(end);
    }

    private void stop() {
        if (session.streams().close(stream) == this) {
            session.writer().urgent(new Frame.Cancel(stream));
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
