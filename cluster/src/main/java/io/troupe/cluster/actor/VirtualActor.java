// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.actor;

import io.troupe.cluster.activation.VirtualHandle;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.CallerSide;
import io.troupe.core.message.Reference;
import org.jspecify.annotations.Nullable;

/**
 * The base class of actors that a cluster finds by their key and whose state is in memory: of each key there is at most one in
 * the whole cluster, made at its first call by the member that owns the key. It ends when it has been idle for a time, when its
 * key moves, and with its member; then its state is gone, and the next call makes another one. No database is asked for a call.
 * Like all actors it runs one turn at a time and needs no locks.
 *
 * <pre>{@code
 * public class Room extends VirtualActor<Room> {
 *     private final Set<String> guests = new TreeSet<>();
 *
 *     public Promise<Integer> enter(String guest) {
 *         guests.add(guest);
 *         return Promise.of(guests.size());
 *     }
 * }
 * cluster.host(Room.class, Room::new);
 * cluster.actor(Room.class, "lobby").enter("Ann");
 * }</pre>
 *
 * <p>Before each call the lease of the member is looked at, so a member that was taken for dead answers no new one. What an
 * actor does of its own accord, by timers and in continuations, asks {@link #mayAct}. Calls are made once or not at all: a
 * {@link CallId} has no effect on them, and effects are for durable actors.
 *
 * @param <SELF> the class itself
 */
public abstract non-sealed class VirtualActor<SELF> extends Actor<SELF> implements KeyedActor<SELF> {
    private final @Nullable VirtualHandle handle = VirtualHandle.claim();

    /** Makes the object of an actor, in the factory that a cluster was given. */
    protected VirtualActor() {}

    /**
     * {@return the key of this actor}
     *
     * @throws IllegalStateException if no cluster has made this object
     */
    @CallerSide
    protected final String key() {
        return handle().key();
    }

    /**
     * {@return whether this process may still act for the key: a member only while it has a lease} After that another member
     * may have the key. For what the actor does to the world without being called. Any thread.
     *
     * @throws IllegalStateException if no cluster has made this object
     */
    @CallerSide
    protected final boolean mayAct() {
        return handle().isServed();
    }

    private VirtualHandle handle() {
        if (handle == null) {
            throw new IllegalStateException(
                    this instanceof Reference
                            ? "a reference has no key, its actor has: class="
                                    + getClass().getName()
                            : "a virtual actor must be made by a cluster, not by spawn: class="
                                    + getClass().getName());
        }
        return handle;
    }
}
