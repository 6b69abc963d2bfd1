// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.Terminated;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.SettablePromise;
import io.troupe.core.error.BackpressureException;
import io.troupe.core.error.EndReason;
import io.troupe.core.host.ActorControl;
import io.troupe.core.host.ContextHeaders;
import io.troupe.core.host.OutletHost;
import io.troupe.core.host.TracePoints;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.NonBlockingScope;
import io.troupe.dispatch.cell.Offer;
import org.jspecify.annotations.Nullable;

/**
 * An actor of another process as seen from here. Sending puts the message into the cell of the target on its link; a link that
 * is down fails asks at once and makes dead letters of tells. Any thread.
 */
public abstract class RemoteOutlet implements Outlet, ActorControl {
    private final OutletHost host;
    private final boolean waiting;

    /** Null on the way of most systems, which look here once per call. */
    private final @Nullable ContextHeaders contexts;

    /**
     * For subclasses.
     *
     * @param host the actor system
     * @param waiting whether senders are slowed down when there is no room; else they get {@link BackpressureException}
     */
    RemoteOutlet(OutletHost host, boolean waiting) {
        this.host = host;
        this.waiting = waiting;
        this.contexts = host.contexts();
    }

    /** Where to send now; null if the link is down. */
    abstract @Nullable Route route();

    /** The same target, with or without waiting. */
    public abstract RemoteOutlet waiting(boolean wait);

    /** The number under which the other side of a link knows this target as its own; 0: it is not of that side. */
    long idAtHome(OutgoingCalls calls) {
        Route route = route();
        return route != null && route.calls() == calls ? route.cell().to().id() : 0;
    }

    /**
     * A way to the target.
     *
     * @param calls of the link that is up
     * @param cell of the target
     */
    record Route(OutgoingCalls calls, OutCell cell) {}

    @Override
    public void tell(TellMessage message) {
        if (send(message, waiting) == Offer.FULL) {
            throw full(message.method().toString());
        }
    }

    @Override
    public Offer tryTell(TellMessage message) {
        return send(message, false);
    }

    private Offer send(TellMessage message, boolean wait) {
        Route route = openRoute();
        if (route == null) {
            host.deadLetter(new DeadLetter(address(), message.method().toString(), DeadLetter.Reason.LINK_LOST));
            return Offer.CLOSED;
        }
        carry(message);
        return route.cell().offer(message, wait);
    }

    /** The context is that of the calling thread, unless the message has been on its way here already. */
    private void carry(Message message) {
        ContextHeaders all = contexts;
        if (all != null && message.context() == null) {
            TracePoints points = host.tracePoints();
            if (points != null) {
                points.onSend(this, message);
            }
            message.context(all.capture());
        }
    }

    @Override
    public final <T> Promise<T> ask(AskMessage<T> message) {
        if (call(message, waiting) == Offer.FULL) {
            if (NonBlockingScope.isActive()) {
                throw full(message.method().toString());
            }
            if (!message.isSettled()) { // its deadline may have passed while its sender waited for room
                message.reject(full(message.method().toString()));
            }
        }
        return message;
    }

    @Override
    public final Runnable whenRoom(Runnable wake) {
        Route route = route();
        if (route != null) {
            return route.cell().whenRoom(wake);
        }
        wake.run();
        return () -> {};
    }

    @Override
    public final Offer tryAsk(AskMessage<?> message) {
        return call(message, false);
    }

    private Offer call(AskMessage<?> message, boolean wait) {
        message.target(this);
        message.limitBy(host.deadlines(), host.askNanos());
        Route route = openRoute();
        if (route == null) {
            message.reject(Failures.lost(downBecause(), "target=" + address() + ", method=" + message.method(), false));
            return Offer.CLOSED;
        }
        carry(message);
        return route.cell().offer(message, wait);
    }

    /** Where new messages go; null if the link is down, or was told to close. */
    private @Nullable Route openRoute() {
        Route route = route();
        return route == null || route.calls().isParting() ? null : route;
    }

    /** Why the link is down, in words. */
    abstract String downBecause();

    private BackpressureException full(String method) {
        return new BackpressureException(
                "there is no room for more to this target: target=" + address() + ", method=" + method);
    }

    @Override
    public final CallbackExecutor outsideExecutor() {
        return host.outsideExecutor();
    }

    @Override
    public final void late(AskMessage<?> message) {
        host.lateResult();
    }

    @Override
    public final void abandoned(AskMessage<?> message) {
        Route route = route();
        if (route != null) {
            route.calls().abandon(message);
        }
    }

    @Override
    public final void limited(AskMessage<?> message) {
        Route route = route();
        if (route != null) {
            route.calls().limit(message);
        }
    }

    @Override
    public final String whereabouts(Message message) {
        Route route = route();
        if (route == null) {
            return "the link is down";
        }
        boolean sent = message instanceof AskMessage<?> ask && ask.isSent();
        return (sent ? "sent over the link: " : "waiting to be sent over the link: ")
                + route.cell().stats();
    }

    /**
     * Not for actors of other processes.
     *
     * @throws UnsupportedOperationException always
     */
    @Override
    public final void stop() {
        throw new UnsupportedOperationException(
                "an actor is stopped in its own process: address=" + address() + "; give it a method that stops it");
    }

    @Override
    public Promise<Terminated> watch() {
        SettablePromise<Terminated> end = host().newPromise();
        Route route = route();
        if (route == null) {
            end.complete(new Terminated(address(), EndReason.LINK_LOST, null));
        } else {
            route.calls().watch(route.cell(), address(), end);
        }
        return end;
    }

    @Override
    public final boolean isStopped() {
        return route() == null;
    }

    @Override
    public final int depth(int limit) {
        Route route = route();
        return route == null ? 0 : route.cell().depth(limit);
    }

    /** The actor system. */
    final OutletHost host() {
        return host;
    }
}
