// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.actor.ActorControl;
import io.troupe.core.actor.Terminated;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.promise.Observer;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Frame;
import org.jspecify.annotations.Nullable;

/** The other side watches an actor of this one. */
final class InboundWatch implements StreamHandler {
    private final InboundHost session;
    private final long stream;
    private final Promise<Terminated> end;

    private InboundWatch(InboundHost session, long stream, Promise<Terminated> end) {
        this.session = session;
        this.stream = stream;
        this.end = end;
    }

    /** Begins, or says why not. Loop only. */
    static void begin(InboundHost session, InboundCalls router, ExportTable exports, Frame.Watch watch) {
        long stream = watch.stream();
        String name = watch.to().name();
        ExportTable.Target target = name == null ? exports.find(watch.to().id()) : exports.find(name);
        if (target == null || target.isRevoked() || !(target.outlet() instanceof ActorControl control)) {
            router.fail(
                    stream,
                    Failures.of(Failure.Code.NO_TARGET, "a watched target must be one actor: target=" + watch.to()));
            return;
        }
        InboundWatch watched = new InboundWatch(session, stream, control.watch());
        session.streams().accept(stream, watched);
        watched.observe();
    }

    private void observe() {
        new Observer<Terminated>() {
            @Override
            protected void onValue(@Nullable Terminated terminated) {
                session.execute(() -> ended(terminated));
            }

            @Override
            protected void onFailure(Throwable cause) {
                // cancelled below
            }
        }.observe(end);
    }

    private void ended(@Nullable Terminated terminated) {
        if (session.streams().close(stream) == this && terminated != null) {
            session.writer()
                    .urgent(new Frame.Ended(
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
