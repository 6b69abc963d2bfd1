// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.actor.Terminated;
import io.troupe.core.actor.Terminated.Reason;
import io.troupe.core.error.LinkLost;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Observer;
import io.troupe.remoting.frame.Failure;
import io.troupe.remoting.frame.Frame;
import io.troupe.remoting.frame.To;
import org.jspecify.annotations.Nullable;

/** Somebody of this side watches an actor of the other one. Loop only. */
final class Watching implements StreamEnd {
    private final Session session;
    private final String address;
    private final CompletablePromise<Terminated> end;
    private long stream;

    Watching(Session session, String address, CompletablePromise<Terminated> end) {
        this.session = session;
        this.address = address;
        this.end = end;
    }

    /** Asks; who cancels the promise stops watching. */
    void begin(To to) {
        stream = session.streams().open(this);
        session.writer().urgent(new Frame.Watch(stream, to));
        new Observer<Terminated>() {
            @Override
            protected void onValue(@Nullable Terminated terminated) {
                // over
            }

            @Override
            protected void onFailure(Throwable cause) {
                session.execute(Watching.this::stop);
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

    private static Reason reason(String name) {
        for (Reason reason : Reason.values()) {
            if (reason.name().equalsIgnoreCase(name)) {
                return reason;
            }
        }
        return Reason.STOPPED; // of a newer version
    }

    /** There is nothing to watch: as if it had ended. */
    @Override
    public void onFail(Failure failure) {
        end.complete(new Terminated(address, Reason.STOPPED, Failures.toException(failure, "target=" + address)));
    }

    @Override
    public void onLost(LinkLost cause) {
        end.complete(new Terminated(address, Reason.LINK_LOST, cause));
    }

    /** The link has ended before it was asked. Any thread. */
    void lost() {
        end.complete(new Terminated(address, Reason.LINK_LOST, null));
    }
}
