// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.continuation.OutsideExecutors;
import io.troupe.core.continuation.SettablePromise;
import io.troupe.core.error.EndReason;
import io.troupe.core.promise.Promise;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The actors without a parent, and whether their system is closing. Any thread. */
final class TopActors {
    private final Children children = new Children();
    private final SettablePromise<Void> gone;
    private volatile boolean closing;

    TopActors(OutsideExecutors executors) {
        gone = new SettablePromise<>(executors);
    }

    Children children() {
        return children;
    }

    List<ActorCell> all() {
        return children.all();
    }

    /** How many have not ended. */
    int count() {
        return children.listed();
    }

    /** These and all actors below them, each before its children; racy while they change. Trees may be deep. */
    List<ActorCell> withAllBelow() {
        List<ActorCell> all = new ArrayList<>(all());
        for (int i = 0; i < all.size(); i++) {
            ActorExtras extras = all.get(i).extrasIfAny();
            if (extras != null) {
                all.addAll(extras.allChildren());
            }
        }
        return all;
    }

    /** The one of a name, if it takes messages. */
    @Nullable
    ActorCell find(String name) {
        ActorCell cell = children.find(name);
        return cell == null || !cell.isOpen() ? null : cell;
    }

    /** Takes an actor of a directory in. Returns false if the system is closing. */
    boolean takeIn(ActorCell cell) {
        return children.tryAdd(cell);
    }

    /** Another one has come to its end. */
    void oneEnded() {
        if (children.bury() && closing) {
            gone.complete();
        }
    }

    /** Refuses further ones. What ends from now on ends because of it. */
    void close() {
        closing = true;
        children.close();
    }

    /** Whether the system takes no further ones. */
    boolean isClosing() {
        return closing;
    }

    /** Fulfilled when all have ended. After {@link #close}. */
    Promise<Void> gone() {
        if (children.count() == 0) {
            gone.complete();
        }
        return gone;
    }

    /** Why an actor ends that was asked to. */
    EndReason stoppedBecause() {
        return closing ? EndReason.SYSTEM_CLOSED : EndReason.STOPPED;
    }

    /** Why an actor ends that nobody can run any more. */
    EndReason goneBecause() {
        return closing ? EndReason.SYSTEM_CLOSED : EndReason.DISPATCHER_GONE;
    }
}
