// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.actor.DurableActor;
import io.troupe.cluster.actor.TypeName;
import io.troupe.cluster.actor.VirtualActor;
import io.troupe.core.actor.Directory;
import io.troupe.core.error.SpawnRefusedException;
import io.troupe.core.host.ActorControl;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A class of actors that a cluster hosts. Any thread. */
interface HostedType<A> {
    /** Known to all members. */
    String name();

    /** Those of this process, by key. */
    Directory<A> actors();

    /** A reference to the actor of a key in this process. */
    A actor(String key);

    /** Keys of some shards that have an object here, or are remembered. */
    List<String> keys(BitSet shards);

    /**
     * Waits until the actor of a key has ended.
     *
     * @param end of waiting, as of {@link System#nanoTime}
     * @return whether that has come about
     */
    boolean awaitQuiet(String key, long end) throws InterruptedException;

    /** Ends the actors of some shards when they have nothing to do. */
    default void stopWhenIdle(BitSet shards) {
        keys(shards).forEach(key -> end(key, ActorControl::stopWhenIdle));
    }

    /** Ends them after their present call. */
    default void stop(BitSet shards) {
        keys(shards).forEach(key -> end(key, ActorControl::stop));
    }

    private void end(String key, Consumer<ActorControl> how) {
        ActorControl actor;
        try {
            actor = control(key);
        } catch (SpawnRefusedException e) {
            return; // its system is closing, which ends all actors
        }
        how.accept(actor);
    }

    /** Waits until they have ended and what they have updated is stored; returns whether that has come about. */
    default boolean awaitQuiet(BitSet shards, long end) throws InterruptedException {
        boolean quiet = true;
        for (String key : keys(shards)) {
            quiet &= awaitQuiet(key, end);
        }
        return quiet;
    }

    /** A call that makes the object of an actor, and reads its state. */
    default WakeCall wakeCall(String key) {
        return new WakeCall(() -> {});
    }

    /** Whether its actors go on when the member has no lease. */
    default boolean mayOutliveLease() {
        return false;
    }

    /** What can be done to the actor of a key in this process. */
    default ActorControl control(String key) {
        return (ActorControl) cell(key);
    }

    /** The actor of a key in this process. */
    default Outlet cell(String key) {
        return Reference.outletOf(Objects.requireNonNull(actors().get(key), "reference"));
    }

    /** Checks that a class has actors by key, and is not what these extend. */
    static void check(@Nullable Class<?> type) {
        if (type == null
                || !(DurableActor.class.isAssignableFrom(type) || VirtualActor.class.isAssignableFrom(type))
                || type == DurableActor.class
                || type == VirtualActor.class) {
            throw new IllegalArgumentException(
                    "a class of actors by key must extend DurableActor or VirtualActor: type="
                            + (type == null ? null : type.getName()));
        }
    }

    /** The stable name of a class. */
    static String nameOf(Class<?> type) {
        TypeName given = type.getAnnotation(TypeName.class);
        return given == null ? type.getName() : given.value();
    }
}
