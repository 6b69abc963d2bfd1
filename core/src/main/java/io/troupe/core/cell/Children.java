// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.error.SpawnRefusedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The living children of one parent, in order of creation: a list through the children themselves, and names where there
 * are any. Guarded by its own monitor: top actors are spawned by any thread.
 */
final class Children {
    private @Nullable ActorCell first;
    private @Nullable ActorCell last;
    private @Nullable Map<String, ActorCell> named;

    /** Those that have not ended. */
    private int listed;

    /** Those whose end the parent does not know of yet. */
    private int count;

    private boolean closed;

    Children() {}

    /** Adds a child unless the parent is ending or the name is taken. */
    synchronized void add(ActorCell child, @Nullable String name) {
        if (closed) {
            throw new SpawnRefusedException("the parent must not be closing: parent=" + child.parentAddress());
        }
        if (name != null) {
            if (named == null) {
                named = new HashMap<>();
            }
            if (named.putIfAbsent(name, child) != null) {
                throw new SpawnRefusedException("actor name must be unique among its siblings: name=" + name
                        + ", parent=" + child.parentAddress());
            }
        }
        link(child);
    }

    /** Adds a child without a name unless the parent is ending. Returns whether it was added. */
    synchronized boolean tryAdd(ActorCell child) {
        if (!closed) {
            link(child);
        }
        return !closed;
    }

    private void link(ActorCell child) {
        ActorCell before = last;
        child.previous = before;
        if (before == null) {
            first = child;
        } else {
            before.following = child;
        }
        last = child;
        listed++;
        count++;
    }

    /** Frees the name of a child and shows it no more: it can do nothing from now on. It counts until it is buried. */
    synchronized void leave(ActorCell child, @Nullable String name) {
        ActorCell before = child.previous;
        ActorCell after = child.following;
        if (before == null && first != child) {
            return;
        }
        if (before == null) {
            first = after;
        } else {
            before.following = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.previous = before;
        }
        child.previous = null;
        child.following = null;
        listed--;
        if (named != null && name != null) {
            named.remove(name);
        }
    }

    /** The parent knows of the end of one child. Returns whether it was the last one. */
    synchronized boolean bury() {
        count--;
        return count == 0;
    }

    /** Refuses further children. Returns whether it did not before. */
    synchronized boolean close() {
        boolean first = !closed;
        closed = true;
        return first;
    }

    /** Allows children again, after a restart. */
    synchronized void reopen() {
        closed = false;
    }

    synchronized List<ActorCell> all() {
        List<ActorCell> copy = new ArrayList<>(count);
        for (ActorCell at = first; at != null; at = at.following) {
            copy.add(at);
        }
        return copy;
    }

    synchronized @Nullable ActorCell find(String name) {
        return named == null ? null : named.get(name);
    }

    synchronized int count() {
        return count;
    }

    /** How many have not ended: whoever is told of an end does not find it counted here. */
    synchronized int listed() {
        return listed;
    }
}
