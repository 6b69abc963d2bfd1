// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.route;

import io.troupe.core.error.CallNotServedException;
import io.troupe.core.message.Outlet;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkState;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Where the calls of one key go at present: the actor in this process, or the way to it. Its counts are guarded by the outlet of the key. */
final class Destination {
    final long owner;
    private final @Nullable Outlet outlet;
    private final @Nullable Link link;
    private final Supplier<Promise<Void>> end;

    /** Why no call can be executed there; null: they can. */
    final @Nullable CallNotServedException refusal;

    /** Calls that were sent and are not answered. */
    int underWay;

    /** Of these, calls whose answer would not be seen yet. */
    int unobserved;

    private Destination(
            long owner,
            @Nullable Outlet outlet,
            @Nullable Link link,
            Supplier<Promise<Void>> end,
            @Nullable CallNotServedException refusal) {
        this.owner = owner;
        this.outlet = outlet;
        this.link = link;
        this.end = end;
        this.refusal = refusal;
    }

    /**
     * An actor.
     *
     * @param owner of its key
     * @param outlet sends to it
     * @param link over which; null: it is in this process
     * @param end tells when all that was sent has been executed or refused
     */
    static Destination of(long owner, Outlet outlet, @Nullable Link link, Supplier<Promise<Void>> end) {
        return new Destination(owner, outlet, link, end, null);
    }

    /** An owner that cannot execute calls. */
    static Destination refusing(long owner, CallNotServedException refusal) {
        return new Destination(owner, null, null, Promise::done, refusal);
    }

    Outlet outlet() {
        if (outlet == null) {
            throw new IllegalStateException("a destination must be an actor: owner=" + owner);
        }
        return outlet;
    }

    /** Whether calls can be sent, as far as is known. */
    boolean isUp(RouteView view, int shard) {
        if (link != null) {
            return link.state() == LinkState.UP && view.link(owner) == link;
        }
        return view.serves(shard);
    }

    /** Fulfilled when all that was sent has been executed or refused; fails if the way there is gone. */
    Promise<Void> end() {
        return end.get();
    }
}
