// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.route;

import io.troupe.core.error.CallNotServedException;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Outlet;
import io.troupe.core.promise.Promise;
import io.troupe.core.promise.Settled;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkState;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where the calls of one key go at present: the actor in this process, or the way to it. Its counts, and whether its end is known, are
 * guarded by the outlet of the key.
 */
final class Destination {
    final long owner;
    private final @Nullable Outlet outlet;
    private final @Nullable Link link;
    private final Supplier<Promise<Void>> end;
    private final @Nullable OnceWay once;

    /** Takes the messages of senders themselves; null: copies of them go. */
    final @Nullable LocalWay direct;

    /** Why no call can be executed there; null: they can. */
    final @Nullable CallNotServedException refusal;

    /** The last view that leads here: each call asks. */
    private @Nullable RouteView seen;

    /** Calls that were sent and are not answered. */
    int underWay;

    /** Of these, calls whose answer would not be seen yet. */
    int unobserved;

    /** Whether its end was asked for and is known: it has been told, or the way there is gone. */
    private boolean endKnown;

    private boolean lost;

    private Destination(
            long owner,
            @Nullable Outlet outlet,
            @Nullable Link link,
            Supplier<Promise<Void>> end,
            @Nullable OnceWay once,
            @Nullable LocalWay direct,
            @Nullable CallNotServedException refusal) {
        this.owner = owner;
        this.outlet = outlet;
        this.link = link;
        this.end = end;
        this.once = once;
        this.direct = direct;
        this.refusal = refusal;
    }

    /**
     * An actor of another process.
     *
     * @param owner of its key
     * @param outlet sends to it
     * @param link over which
     * @param end tells when all that was sent has been executed or refused
     * @param once how calls that are done once go there; null: they cannot
     */
    static Destination there(
            long owner, Outlet outlet, Link link, Supplier<Promise<Void>> end, @Nullable OnceWay once) {
        return new Destination(owner, outlet, link, end, once, null, null);
    }

    /**
     * An actor of this process.
     *
     * @param owner this member
     * @param outlet sends to it
     * @param end tells when all that was sent has been executed or refused
     * @param once how calls that are done once go there; null: they cannot
     * @param direct takes the messages of senders; null: only copies go there
     */
    static Destination here(
            long owner, Outlet outlet, Supplier<Promise<Void>> end, @Nullable OnceWay once, @Nullable LocalWay direct) {
        return new Destination(owner, outlet, null, end, once, direct, null);
    }

    /** An owner that cannot execute calls. */
    static Destination refusing(long owner, CallNotServedException refusal) {
        return new Destination(owner, null, null, Promise::done, null, null, refusal);
    }

    Outlet outlet() {
        if (outlet == null) {
            throw new IllegalStateException("a destination must be an actor: owner=" + owner);
        }
        return outlet;
    }

    /** Where a call goes. */
    Outlet outlet(AskMessage<?> original) {
        return original instanceof OnceAsk<?> ? once().outlet() : outlet();
    }

    /**
     * A message to send in the place of a call.
     *
     * @throws RuntimeException if it cannot be made
     */
    AskMessage<?> copyOf(AskMessage<?> original) {
        return original instanceof OnceAsk<?> call ? once().message(call) : (AskMessage<?>) original.copy();
    }

    /**
     * What the caller is told when that is answered.
     *
     * @throws RuntimeException if the answer cannot be read
     */
    @Nullable
    Object read(AskMessage<?> original, @Nullable Object answer) {
        return original instanceof OnceAsk<?> call ? once().read(call, answer) : answer;
    }

    private OnceWay once() {
        if (once == null) {
            throw new IllegalStateException("a call with an id must be of a class with a codec: owner=" + owner);
        }
        return once;
    }

    /** Whether calls can be sent, as far as is known. Under the lock of the outlet. */
    boolean isUp(RouteView view, int shard) {
        if (link == null) {
            return view.serves(shard);
        }
        if (view != seen) {
            if (view.link(owner) != link) {
                return false;
            }
            seen = view;
        }
        return link.state() == LinkState.UP;
    }

    /** The end that was asked for is known. */
    void ended(boolean isLost) {
        endKnown = true;
        lost = isLost;
    }

    /**
     * Whether nothing that was sent is waited for any more: the end is known, and all answers before it would be seen. If the way is
     * gone, all calls fail or come back, one by one; the last of them may be the first in order.
     */
    boolean isOver() {
        return endKnown && unobserved == 0 && (!lost || underWay == 0);
    }

    /** Settles when both ends are told: as one of them that has failed, if there is any. */
    static Promise<Void> both(Promise<Void> calls, Promise<Void> identified) {
        return Promise.allSettled(List.of(calls, identified)).flatMap(ends -> ends.stream()
                .map(Settled::failure)
                .filter(Objects::nonNull)
                .findFirst()
                .map(Promise::<Void>failed)
                .orElseGet(Promise::done));
    }

    /** Fulfilled when all that was sent has been executed or refused; fails if the way there is gone. */
    Promise<Void> end() {
        return end.get();
    }
}
